import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough on any machine: it only tells how late a failure is seen. A bound that is promised is given instead. */
const PATIENCE_MS = 40_000;

/** Asks again until `look` gives something truthy; fails by its deadline with what was waited for. */
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

/** Asks again until `check` throws no longer, and throws what it threw last when that takes too long. */
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
