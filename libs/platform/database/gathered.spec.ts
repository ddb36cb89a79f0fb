import { setImmediate as turn } from 'node:timers/promises';
import { Gathered } from './gathered.js';

/** A write that ends when the test says so. */
class Writes {
  readonly batches: number[][] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  readonly write = (values: number[]): Promise<string[]> => {
    this.batches.push(values);
    const outs = values.map(value => `${value} of ${values.join()}`);
    return new Promise((resolve, reject) => this.ends.push(error => (error ? reject(error) : resolve(outs))));
  };

  /** Ends the oldest write that is under way, and waits until what came in the meantime is begun. */
  async end(error?: Error): Promise<void> {
    this.ends.shift()!(error);
    await turn();
    await turn();
  }
}

describe('what is gathered', () => {
  it('is written together when one turn of the event loop brings it, so many at most', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 2);
    const all = [1, 2, 3].map(value => gathered.add(value));
    await turn();
    expect(writes.batches).toEqual([[1, 2]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1,2', '2 of 1,2', '3 of 3']);
    expect(writes.batches).toEqual([[1, 2], [3]]);
  });

  it('is written together when it comes while a write is under way', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 10);
    const all = [gathered.add(1)];
    for (const value of [2, 3, 4]) {
      await turn();
      all.push(gathered.add(value));
    }
    expect(writes.batches).toEqual([[1]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1', '2 of 2,3,4', '3 of 2,3,4', '4 of 2,3,4']);
  });

  it('is worked on beside other work where that may be, and each caller gets what came of its own', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 10, 2);
    const all = [gathered.add(1)];
    for (const value of [2, 3, 4]) {
      await turn();
      all.push(gathered.add(value));
    }
    expect(writes.batches).toEqual([[1], [2]]);
    await writes.end();
    expect(writes.batches).toEqual([[1], [2], [3, 4]]);
    await writes.end();
    await writes.end();
    expect(await Promise.all(all)).toEqual(['1 of 1', '2 of 2', '3 of 3,4', '4 of 3,4']);
  });

  it('tells of a failed write those alone whose value was in it', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 1);
    const outcomes = Promise.allSettled([1, 2, 3].map(value => gathered.add(value)));
    await turn();
    await writes.end();
    await writes.end(new Error('away'));
    await writes.end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
