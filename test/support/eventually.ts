import { setTimeout as sleep } from 'node:timers/promises';

/** Generous, because it only delays failures. Tests of a promised bound pass their own timeout. */
const TIMEOUT_MS = 40_000;
const [MIN_INTERVAL_MS, MAX_INTERVAL_MS] = [15, 100];

/** Of the time waited so far. Long waits poll less often, which leaves the cores to the processes they wait for. */
const INTERVAL_SHARE = 0.1;

/** Polls until `probe` returns a truthy value, and returns that value. An error thrown by `probe` ends the polling. */
export async function waitFor<T>(
  description: string,
  probe: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const started = performance.now();
  for (;;) {
    const value = await probe();
    if (value) return value;
    const waited = performance.now() - started;
    if (waited >= timeoutMs) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${description}`);
    await sleep(Math.min(Math.max(waited * INTERVAL_SHARE, MIN_INTERVAL_MS), MAX_INTERVAL_MS));
  }
}

/** Polls until `check` no longer throws; after the timeout throws its last error. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs?: number): Promise<T> {
  let lastError: unknown;
  const attempt = async () => {
    try {
      return { value: await check() };
    } catch (error) {
      lastError = error;
      return undefined;
    }
  };
  const passed = await waitFor('a check to pass', attempt, timeoutMs).catch(() => {
    throw lastError;
  });
  return passed.value;
}
