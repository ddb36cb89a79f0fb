import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until `look` gives something truthy; fails by its deadline with what was waited for. */
export async function until<T>(what: string, look: () => T | Promise<T>, withinMs = 10_000): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`);
    await sleep(20);
  }
}

/** Asks again until `check` throws no longer, and throws what it threw last when that takes too long. */
export async function eventually(check: () => unknown, withinMs = 5_000): Promise<void> {
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
