import { afterAll } from '@jest/globals';

const cleanups: (() => unknown)[] = [];

/** Registers a function to run after the test file, in reverse order, whether its tests passed or failed. */
export function registerCleanup(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

afterAll(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
