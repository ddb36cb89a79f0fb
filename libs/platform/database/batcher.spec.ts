import { setImmediate as turn } from 'node:timers/promises';
import { Batcher } from './batcher.js';

/** Writes that the test ends. */
class Writes {
  readonly batches: number[][] = [];
  private readonly endings: ((error?: Error) => void)[] = [];

  readonly write = (values: number[]): Promise<string[]> => {
    this.batches.push(values);
    const results = values.map(value => `${value} of ${values.join()}`);
    return new Promise((resolve, reject) => this.endings.push(error => (error ? reject(error) : resolve(results))));
  };

  /** Ends the oldest running write and waits until the next one has started. */
  async end(error?: Error): Promise<void> {
    this.endings.shift()!(error);
    await turn();
    await turn();
  }
}

/** Adds each value in a separate turn of the event loop. */
async function addOneByOne(batcher: Batcher<number, string>, values: number[]): Promise<Promise<string>[]> {
  const results: Promise<string>[] = [];
  for (const value of values) {
    results.push(batcher.add(value));
    await turn();
  }
  return results;
}

describe('Batcher', () => {
  it('batches the values of one turn of the event loop, up to the maximum size', async () => {
    const writes = new Writes();
    const batcher = new Batcher(writes.write, { maxSize: 2 });
    const all = [1, 2, 3].map(value => batcher.add(value));
    await turn();
    expect(writes.batches).toEqual([[1, 2]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1,2', '2 of 1,2', '3 of 3']);
    expect(writes.batches).toEqual([[1, 2], [3]]);
  });

  it('batches the values added while a batch is running', async () => {
    const writes = new Writes();
    const all = await addOneByOne(new Batcher(writes.write, { maxSize: 10 }), [1, 2, 3, 4]);
    expect(writes.batches).toEqual([[1]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1', '2 of 2,3,4', '3 of 2,3,4', '4 of 2,3,4']);
  });

  it('runs as many batches at the same time as the concurrency allows', async () => {
    const writes = new Writes();
    const all = await addOneByOne(new Batcher(writes.write, { maxSize: 10, concurrency: 2 }), [1, 2, 3, 4]);
    expect(writes.batches).toEqual([[1], [2]]);
    await writes.end();
    expect(writes.batches).toEqual([[1], [2], [3, 4]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1', '2 of 2', '3 of 3,4', '4 of 3,4']);
  });

  it('rejects only the values of the batch that failed', async () => {
    const writes = new Writes();
    const batcher = new Batcher(writes.write, { maxSize: 1 });
    const outcomes = Promise.allSettled([1, 2, 3].map(value => batcher.add(value)));
    await turn();
    await writes.end();
    await writes.end(new Error('away'));
    await writes.end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
