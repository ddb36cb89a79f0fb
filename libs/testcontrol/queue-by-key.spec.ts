import { setTimeout as sleep } from 'node:timers/promises';
import { QueueByKey } from './queue-by-key.js';

describe('QueueByKey', () => {
  it('runs the tasks of a key one after the other, also after a failure', async () => {
    const queue = new QueueByKey();
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} begins`);
      await sleep(2);
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const results = await Promise.allSettled(['a', 'b', 'c'].map(name => queue.run('key', task(name))));
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('runs tasks of different keys at the same time', async () => {
    const queue = new QueueByKey();
    let others = 0;
    await Promise.all(
      ['a', 'b', 'c'].map(key =>
        queue.run(key, async () => {
          others++;
          while (others < 3) await sleep(1);
        }),
      ),
    );
    expect(others).toBe(3);
  });
});
