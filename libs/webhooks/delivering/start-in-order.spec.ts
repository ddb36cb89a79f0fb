import { setTimeout as sleep } from 'node:timers/promises';
import { startInOrder } from './start-in-order.js';

/** `maxMs` of tests about something else; longer than the machine pauses. */
const LONG_MS = 60_000;
const NEVER = new AbortController().signal;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Work whose duration depends on the item. Records the order in which items were started. */
function workOf(durationOf: (item: number) => number) {
  const started: number[] = [];
  let running = 0;
  const seen = { maxRunning: 0 };
  const work = async (item: number) => {
    started.push(item);
    seen.maxRunning = Math.max(seen.maxRunning, ++running);
    await sleep(durationOf(item));
    running--;
    return item;
  };
  return { started, seen, work };
}

describe('startInOrder', () => {
  it('starts items in order, at most `concurrency` at a time, and returns all results', async () => {
    const { started, seen, work } = workOf(n => (n % 3) * 10);
    const sent = await startInOrder(numbers(20), work, { concurrency: 4, maxMs: LONG_MS, stopped: NEVER });
    expect(started).toEqual(numbers(20));
    expect(seen.maxRunning).toBe(4);
    expect(sent.finished.toSorted((a, b) => a - b)).toEqual(numbers(20));
    expect(sent).toMatchObject({ running: [], startedCount: 20 });
  });

  it('starts each item only once', async () => {
    const { started, work } = workOf(() => 0);
    expect(await startInOrder(numbers(2), work, { concurrency: 50, maxMs: LONG_MS, stopped: NEVER })).toMatchObject({
      startedCount: 2,
    });
    expect(started).toEqual([0, 1]);
  });

  it('starts nothing without items or with a concurrency of 0', async () => {
    const { started, work } = workOf(() => 0);
    const nothing = { finished: [], running: [], startedCount: 0 };
    expect(await startInOrder([], work, { concurrency: 4, maxMs: LONG_MS, stopped: NEVER })).toEqual(nothing);
    expect(await startInOrder(numbers(3), work, { concurrency: 0, maxMs: LONG_MS, stopped: NEVER })).toEqual(nothing);
    expect(started).toEqual([]);
  });

  it('returns after `maxMs`, with slow work as running', async () => {
    let end = () => {};
    const slow = new Promise<void>(resolve => (end = resolve));
    const work = async (n: number) => {
      if (n === 1) await slow;
      return n;
    };
    const sent = await startInOrder(numbers(6), work, { concurrency: 2, maxMs: 50, stopped: NEVER });
    expect(sent.finished).toEqual([0, 2, 3, 4, 5]);
    expect(sent.running.map(({ item }) => item)).toEqual([1]);
    end();
    expect(await sent.running[0]?.result).toBe(1);
    expect(sent.startedCount).toBe(6);
  });

  it('starts nothing after it has returned', async () => {
    for (const lastMs of [98, 99, 100, 101, 102]) {
      const { started, work } = workOf(() => lastMs);
      const sent = await startInOrder(numbers(100), work, { concurrency: 40, maxMs: 100, stopped: NEVER });
      await sleep(50);
      expect(started).toEqual(numbers(sent.startedCount));
      expect(sent.finished.length + sent.running.length).toBe(sent.startedCount);
    }
  });

  it('starts nothing after it is stopped, and waits for running work', async () => {
    const stopping = new AbortController();
    const { started, work } = workOf(() => 50);
    const sending = startInOrder(numbers(20), work, { concurrency: 3, maxMs: LONG_MS, stopped: stopping.signal });
    await sleep(70);
    stopping.abort();
    const sent = await sending;
    expect(sent.startedCount).toBe(started.length);
    expect(sent.startedCount).toBeLessThan(20);
    expect(started).toEqual(numbers(sent.startedCount));
    expect(sent.finished.toSorted((a, b) => a - b)).toEqual(numbers(sent.startedCount));
    expect(sent.running).toEqual([]);
  });
});
