import { setTimeout as sleep } from 'node:timers/promises';

/** Generous, because it only delays failures. Tests of a promised bound pass their own timeout. */
const TIMEOUT_MS = 100_000;
/**
 * For checks that a notification updates cached data, which would expire after 30 seconds. Notifications arrive within a
 * second, unless the machine pauses.
 */
export const NOTIFICATION_MS = 10_000;
/** Between polls: a tenth of the time waited so far, within these bounds. Many short polls slow down what they wait for. */
const INTERVAL_MS = { min: 10, max: 60 };
/** A pause that is longer than intended by more than this means that the process got no CPU. */
const TOLERATED_DELAY_MS = 35;

/**
 * Polls until `probe` returns a truthy value, and returns that value. An error thrown by `probe` ends the polling. Pauses in
 * which this process used no CPU extend the timeout, up to twice its length: a busy machine is no delay of the service. Time in
 * which the service blocks the event loop counts.
 */
export async function waitFor<T>(
  description: string,
  probe: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const started = performance.now();
  const latest = started + 2 * timeoutMs;
  let deadline = started + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() >= deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${description}`);
    const [asleep, usedBefore] = [performance.now(), process.cpuUsage()];
    const pauseMs = Math.min(INTERVAL_MS.max, Math.max(INTERVAL_MS.min, (asleep - started) / 10));
    await sleep(pauseMs);
    const { user, system } = process.cpuUsage(usedBefore);
    const stalledMs = performance.now() - asleep - (user + system) / 1_000 - pauseMs - TOLERATED_DELAY_MS;
    deadline = Math.min(latest, deadline + Math.max(0, stalledMs));
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
