import { setTimeout as sleep } from 'node:timers/promises';

/** Generous, because it only delays failures. Tests of a promised bound pass their own timeout. */
const PATIENCE_MS = 40_000;

/** Polls until `look` returns a truthy value. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`);
    await sleep(20);
  }
}

/** Polls until `check` no longer throws. */
export async function eventually(check: () => unknown, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(20);
  }
}
