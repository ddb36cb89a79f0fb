import { setTimeout as sleep } from 'node:timers/promises';

interface StartedWork<Item, Result> {
  /** Results of the work that is finished. */
  finished: Result[];
  /** Work that is still running. */
  running: { item: Item; result: Promise<Result> }[];
  /** Number of items started: the first ones of the list. */
  startedCount: number;
}

/**
 * Starts work on items in order, up to `concurrency` at a time, and waits for it. Returns after `maxMs` at the latest, also
 * if work is still running. Starts no further work after the return, or when `stopped` is aborted.
 */
export async function startInOrder<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
  { concurrency, maxMs, stopped }: { concurrency: number; maxMs: number; stopped: AbortSignal },
): Promise<StartedWork<Item, Result>> {
  const finished: Result[] = [];
  const running = new Map<Item, Promise<Result>>();
  let startedCount = 0;
  let hasReturned = false;
  const workInSequence = async () => {
    while (startedCount < items.length && !stopped.aborted && !hasReturned) {
      const item = items[startedCount++]!;
      const result = work(item);
      running.set(item, result);
      finished.push(await result);
      running.delete(item);
    }
  };
  const timer = new AbortController();
  const sequences = Array.from({ length: Math.min(concurrency, items.length) }, workInSequence);
  await Promise.race([Promise.all(sequences), sleep(maxMs, undefined, { signal: timer.signal }).catch(() => {})]);
  hasReturned = true; // the caller starts the remaining items again
  timer.abort();
  return { finished: [...finished], running: [...running].map(([item, result]) => ({ item, result })), startedCount };
}
