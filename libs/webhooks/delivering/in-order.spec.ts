import { setTimeout as sleep } from 'node:timers/promises';
import { beginInOrder } from './in-order.js';

const MAX_MS = 1_000;
const NEVER = new AbortController().signal;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Attempts that take a time each, and the order in which they were begun. */
function attempts(durationOf: (delivery: number) => number) {
  const begun: number[] = [];
  let running = 0;
  const seen = { most: 0 };
  const attempt = async (delivery: number) => {
    begun.push(delivery);
    seen.most = Math.max(seen.most, ++running);
    await sleep(durationOf(delivery));
    running--;
    return delivery;
  };
  return { begun, seen, attempt };
}

describe('beginInOrder', () => {
  it('begins attempts in order, a limited number at a time, and returns all results', async () => {
    const { begun, seen, attempt } = attempts(n => (n % 3) * 10);
    const sent = await beginInOrder(numbers(20), attempt, { concurrency: 4, maxMs: MAX_MS, stopped: NEVER });
    expect(begun).toEqual(numbers(20));
    expect(seen.most).toBe(4);
    expect(sent.ended.toSorted((a, b) => a - b)).toEqual(numbers(20));
    expect(sent).toMatchObject({ running: [], begun: 20 });
  });

  it('begins no more attempts than there are deliveries', async () => {
    const { begun, attempt } = attempts(() => 0);
    expect(await beginInOrder(numbers(2), attempt, { concurrency: 50, maxMs: MAX_MS, stopped: NEVER })).toMatchObject({
      begun: 2,
    });
    expect(begun).toEqual([0, 1]);
  });

  it('begins nothing without deliveries, or without free attempts', async () => {
    const { begun, attempt } = attempts(() => 0);
    const nothing = { ended: [], running: [], begun: 0 };
    expect(await beginInOrder([], attempt, { concurrency: 4, maxMs: MAX_MS, stopped: NEVER })).toEqual(nothing);
    expect(await beginInOrder(numbers(3), attempt, { concurrency: 0, maxMs: MAX_MS, stopped: NEVER })).toEqual(nothing);
    expect(begun).toEqual([]);
  });

  it('ends after a second: returns slow attempts as running, with their results to come', async () => {
    const { attempt } = attempts(n => (n === 1 ? 1_300 : 5));
    const started = performance.now();
    const sent = await beginInOrder(numbers(6), attempt, { concurrency: 2, maxMs: MAX_MS, stopped: NEVER });
    expect(performance.now() - started).toBeLessThan(1_250);
    expect(sent.ended).toEqual([0, 2, 3, 4, 5]);
    expect(sent.running.map(({ item }) => item)).toEqual([1]);
    expect(await sent.running[0]?.result).toBe(1);
    expect(sent.begun).toBe(6);
  });

  it('begins nothing after it has returned', async () => {
    for (const lastMs of [998, 999, 1_000, 1_001, 1_002]) {
      const { begun, attempt } = attempts(() => lastMs);
      const sent = await beginInOrder(numbers(100), attempt, { concurrency: 40, maxMs: MAX_MS, stopped: NEVER });
      await sleep(50);
      expect(begun).toEqual(numbers(sent.begun));
      expect(sent.ended.length + sent.running.length).toBe(sent.begun);
    }
  });

  it('begins no attempt after it is stopped, and waits for those that run', async () => {
    const stopping = new AbortController();
    const { begun, attempt } = attempts(() => 50);
    const sending = beginInOrder(numbers(20), attempt, { concurrency: 3, maxMs: MAX_MS, stopped: stopping.signal });
    await sleep(70);
    stopping.abort();
    const sent = await sending;
    expect(sent.begun).toBe(begun.length);
    expect(sent.begun).toBeLessThan(20);
    expect(begun).toEqual(numbers(sent.begun));
    expect(sent.ended.toSorted((a, b) => a - b)).toEqual(numbers(sent.begun));
    expect(sent.running).toEqual([]);
  });
});
