import { HashQueue } from './hash-queue.js';

/** Hashes that run at the same time. */
const RUNNING = 2;

/** Work that ends when the test says so. */
function pendingWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>(resolve => {
      started.push(name);
      ends.push(() => resolve(name));
    });
  return { started, work, endAll: () => ends.splice(0).forEach(end => end()) };
}

const stranger = (source: number | string) => ({ source: `address:${source}`, isKnown: false });
const known = (source: number | string) => ({ source: `device:${source}`, isKnown: true });

/** Ends the running work until all calls have settled, and returns the name of each result or error. */
async function settle(calls: Promise<string>[], endAll: () => void): Promise<string[]> {
  let isSettled = false;
  const outcomes = Promise.allSettled(calls).finally(() => (isSettled = true));
  while (!isSettled) {
    endAll();
    await new Promise(setImmediate);
  }
  return (await outcomes).map(one => (one.status === 'fulfilled' ? one.value : (one.reason as Error).name));
}

describe('HashQueue', () => {
  it('runs two at a time, in the order of arrival', async () => {
    const [queue, { started, work, endAll }] = [new HashQueue(), pendingWork()];
    const calls = ['a', 'b', 'c', 'd'].map(name => queue.run(stranger(name), work(name)));
    await new Promise(setImmediate);
    expect(started).toEqual(['a', 'b']);
    expect(await settle(calls, endAll)).toEqual(['a', 'b', 'c', 'd']);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('queues four callers of one source, and callers of other sources', async () => {
    const [queue, { work, endAll }] = [new HashQueue(), pendingWork()];
    const flood = Array.from({ length: 50 }, () => queue.run(stranger(1), work('flood')));
    const other = queue.run(stranger(2), work('other'));
    const outcomes = await settle([...flood, other], endAll);
    expect(outcomes.filter(outcome => outcome === 'flood')).toHaveLength(RUNNING + 4);
    expect(outcomes.filter(outcome => outcome === 'HashQueueFull')).toHaveLength(50 - RUNNING - 4);
    expect(outcomes.at(-1)).toBe('other');
  });

  it('queues 32 callers, and 8 more known ones', async () => {
    const [queue, { work, endAll }] = [new HashQueue(), pendingWork()];
    const strangers = Array.from({ length: 50 }, (_, n) => queue.run(stranger(n), work('stranger')));
    const devices = Array.from({ length: 10 }, (_, n) => queue.run(known(n), work('device')));
    const outcomes = await settle([...strangers, ...devices], endAll);
    expect(outcomes.filter(outcome => outcome === 'stranger')).toHaveLength(RUNNING + 32);
    expect(outcomes.filter(outcome => outcome === 'device')).toHaveLength(8);
  });

  it('continues after an error', async () => {
    const [queue, { work, endAll }] = [new HashQueue(), pendingWork()];
    const failing = Array.from({ length: 5 }, (_, n) =>
      queue.run(stranger(n), () => Promise.reject<string>(new RangeError('no memory'))),
    );
    expect(await settle([...failing, queue.run(stranger(9), work('next'))], endAll)).toEqual([
      ...Array.from(failing, () => 'RangeError'),
      'next',
    ]);
  });
});
