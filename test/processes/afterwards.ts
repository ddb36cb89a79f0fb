import { afterAll, jest } from '@jest/globals';

const duties: (() => unknown)[] = [];

/** Registers a function to run after the test file, in reverse order, whether its tests passed or failed. */
export function afterwards(duty: () => unknown): void {
  duties.push(duty);
}

// Processes are slow to start and stop on a busy machine.
jest.setTimeout(240_000);

afterAll(async () => {
  for (const duty of duties.splice(0).toReversed()) await duty();
});
