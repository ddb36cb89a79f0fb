import { afterAll, jest } from '@jest/globals';

const duties: (() => unknown)[] = [];

/** Registers what ends with the test file, whether it passed or not; the last comes first. */
export function afterwards(duty: () => unknown): void {
  duties.push(duty);
}

// Processes take their time to start and to end, on a busy machine most of all.
jest.setTimeout(240_000);

afterAll(async () => {
  for (const duty of duties.splice(0).toReversed()) await duty();
});
