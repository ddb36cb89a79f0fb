import { setTimeout as sleep } from 'node:timers/promises';

export interface Begun<Item, Result> {
  /** Results of ended work. */
  ended: Result[];
  /** Work that is still running. */
  running: { item: Item; result: Promise<Result> }[];
  /** How many items were begun, from the start. */
  begun: number;
}

/**
 * Begins work on items in their order, some at a time, and waits for it, both for at most `maxMs`. Begins no more when
 * `stopped` is aborted.
 */
export async function beginInOrder<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
  { concurrency, maxMs, stopped }: { concurrency: number; maxMs: number; stopped: AbortSignal },
): Promise<Begun<Item, Result>> {
  const ended: Result[] = [];
  const running = new Map<Item, Promise<Result>>();
  let begun = 0;
  let isOver = false;
  const workInSequence = async () => {
    while (begun < items.length && !stopped.aborted && !isOver) {
      const item = items[begun++]!;
      const result = work(item);
      running.set(item, result);
      ended.push(await result);
      running.delete(item);
    }
  };
  const timer = new AbortController();
  const sequences = Array.from({ length: Math.min(concurrency, items.length) }, workInSequence);
  await Promise.race([Promise.all(sequences), sleep(maxMs, undefined, { signal: timer.signal }).catch(() => {})]);
  isOver = true; // nothing may begin after the return, because the caller would begin it again
  timer.abort();
  return { ended: [...ended], running: [...running].map(([item, result]) => ({ item, result })), begun };
}
