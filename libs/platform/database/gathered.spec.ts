import { Gathered } from './gathered.js';

/** A write that ends when the test says so. */
class Writes {
  readonly batches: number[][] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  readonly write = (values: number[]): Promise<void> => {
    this.batches.push(values);
    return new Promise((resolve, reject) => this.ends.push(error => (error ? reject(error) : resolve())));
  };

  async end(error?: Error): Promise<void> {
    this.ends.shift()?.(error);
    await new Promise(resolve => setImmediate(resolve));
  }
}

describe('what is gathered', () => {
  it('is written at once when it is alone', async () => {
    const writes = new Writes();
    const written = new Gathered(writes.write, 10).add(1);
    expect(writes.batches).toEqual([[1]]);
    await writes.end();
    await written;
  });

  it('is written together when it comes while a write is under way, so many at most', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 2);
    const all = [1, 2, 3, 4].map(value => gathered.add(value));
    await writes.end();
    await writes.end();
    await writes.end();
    await Promise.all(all);
    expect(writes.batches).toEqual([[1], [2, 3], [4]]);
  });

  it('is worked on beside other work where that may be, and each caller gets what came of its own', async () => {
    const ends: (() => void)[] = [];
    const sums = (values: number[]) =>
      new Promise<number>(resolve => ends.push(() => resolve(values.reduce((sum, value) => sum + value))));
    const gathered = new Gathered(sums, 10, 2);
    const all = [1, 2, 3, 4].map(value => gathered.add(value));
    expect(ends).toHaveLength(2);
    ends[1]!();
    expect(await all[1]).toBe(2);
    expect(ends).toHaveLength(3);
    ends[0]!();
    ends[2]!();
    expect(await Promise.all(all)).toEqual([1, 2, 7, 7]);
  });

  it('tells of a failed write those alone whose value was in it', async () => {
    const writes = new Writes();
    const gathered = new Gathered(writes.write, 10);
    const [first, second, third] = [gathered.add(1), gathered.add(2), gathered.add(3)];
    const outcomes = Promise.allSettled([first, second, third]);
    await writes.end();
    await writes.end(new Error('away'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const fourth = gathered.add(4);
    await writes.end();
    await fourth;
  });
});
