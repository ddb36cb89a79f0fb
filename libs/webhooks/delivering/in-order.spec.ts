import { setTimeout as sleep } from 'node:timers/promises';
import { beginInOrder } from './in-order.js';

const NEVER = new AbortController().signal;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Work that takes a time for each item, and the order in which it was begun. */
function workOf(durationOf: (item: number) => number) {
  const begun: number[] = [];
  let running = 0;
  const seen = { most: 0 };
  const work = async (item: number) => {
    begun.push(item);
    seen.most = Math.max(seen.most, ++running);
    await sleep(durationOf(item));
    running--;
    return item;
  };
  return { begun, seen, work };
}

describe('beginInOrder', () => {
  it('begins items in order, a limited number at a time, and returns all results', async () => {
    const { begun, seen, work } = workOf(n => (n % 3) * 10);
    const sent = await beginInOrder(numbers(20), work, { concurrency: 4, maxMs: 1_000, stopped: NEVER });
    expect(begun).toEqual(numbers(20));
    expect(seen.most).toBe(4);
    expect(sent.ended.toSorted((a, b) => a - b)).toEqual(numbers(20));
    expect(sent).toMatchObject({ running: [], begun: 20 });
  });

  it('begins no more work than there are items', async () => {
    const { begun, work } = workOf(() => 0);
    expect(await beginInOrder(numbers(2), work, { concurrency: 50, maxMs: 1_000, stopped: NEVER })).toMatchObject({
      begun: 2,
    });
    expect(begun).toEqual([0, 1]);
  });

  it('begins nothing without items, or without a free place', async () => {
    const { begun, work } = workOf(() => 0);
    const nothing = { ended: [], running: [], begun: 0 };
    expect(await beginInOrder([], work, { concurrency: 4, maxMs: 1_000, stopped: NEVER })).toEqual(nothing);
    expect(await beginInOrder(numbers(3), work, { concurrency: 0, maxMs: 1_000, stopped: NEVER })).toEqual(nothing);
    expect(begun).toEqual([]);
  });

  it('ends after its time: returns slow work as running, with its results to come', async () => {
    const { work } = workOf(n => (n === 1 ? 1_300 : 5));
    const started = performance.now();
    const sent = await beginInOrder(numbers(6), work, { concurrency: 2, maxMs: 1_000, stopped: NEVER });
    expect(performance.now() - started).toBeLessThan(1_250);
    expect(sent.ended).toEqual([0, 2, 3, 4, 5]);
    expect(sent.running.map(({ item }) => item)).toEqual([1]);
    expect(await sent.running[0]?.result).toBe(1);
    expect(sent.begun).toBe(6);
  });

  it('begins nothing after it has returned', async () => {
    for (const lastMs of [998, 999, 1_000, 1_001, 1_002]) {
      const { begun, work } = workOf(() => lastMs);
      const sent = await beginInOrder(numbers(100), work, { concurrency: 40, maxMs: 1_000, stopped: NEVER });
      await sleep(50);
      expect(begun).toEqual(numbers(sent.begun));
      expect(sent.ended.length + sent.running.length).toBe(sent.begun);
    }
  });

  it('begins nothing after it is stopped, and waits for what runs', async () => {
    const stopping = new AbortController();
    const { begun, work } = workOf(() => 50);
    const sending = beginInOrder(numbers(20), work, { concurrency: 3, maxMs: 1_000, stopped: stopping.signal });
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
