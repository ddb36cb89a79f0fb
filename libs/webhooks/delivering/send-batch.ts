import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts that take longer do not hold up the others: their results are recorded later. */
const MAX_BATCH_MS = 1_000;

export interface SentBatch<Delivery, Result> {
  /** Results of ended attempts. */
  ended: Result[];
  /** Attempts that are still running. */
  running: { delivery: Delivery; result: Promise<Result> }[];
  /** How many attempts were begun, from the start of the batch. */
  begun: number;
}

/**
 * Begins attempts in order, some at a time, for at most a second, and waits for them until then. Stops beginning when
 * the signal is aborted.
 */
export async function sendBatch<Delivery, Result>(
  deliveries: Delivery[],
  attempt: (delivery: Delivery) => Promise<Result>,
  { concurrency, stopped }: { concurrency: number; stopped: AbortSignal },
): Promise<SentBatch<Delivery, Result>> {
  const ended: Result[] = [];
  const running = new Map<Delivery, Promise<Result>>();
  let begun = 0;
  let isOver = false;
  const sendInSequence = async () => {
    while (begun < deliveries.length && !stopped.aborted && !isOver) {
      const delivery = deliveries[begun++]!;
      const result = attempt(delivery);
      running.set(delivery, result);
      ended.push(await result);
      running.delete(delivery);
    }
  };
  const timer = new AbortController();
  const sequences = Array.from({ length: Math.min(concurrency, deliveries.length) }, sendInSequence);
  const timeout = sleep(MAX_BATCH_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([Promise.all(sequences), timeout]);
  isOver = true; // nothing may begin after the return, because the caller would send it again
  timer.abort();
  return { ended: [...ended], running: [...running].map(([delivery, result]) => ({ delivery, result })), begun };
}
