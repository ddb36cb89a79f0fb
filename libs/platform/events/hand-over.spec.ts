import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Clock } from '../clock/clock.js';
import type { Logger } from '../log/logger.js';
import type { Event } from './event.js';
import { HandOver } from './hand-over.js';

const EVENTS: Event[] = Array.from({ length: 6 }, (_, n) => ({
  id: `evt_${n}`,
  type: 'bread.baked',
  tenantId: 'ten_1',
  key: 'k',
  occurredAt: new Date(0),
  payload: {},
}));

/** A connection on which the inbox has seen some events before; it notes what else it is asked for. */
function connection(seen: string[] = []) {
  const asked: string[] = [];
  const query = async (statement: string | { values: [string, string[]] }) => {
    if (typeof statement === 'string') return asked.push(statement);
    const ids = statement.values.find(Array.isArray) as string[];
    return { rows: ids.filter(id => !seen.includes(id)).map(event => ({ event })) };
  };
  return { asked, tx: { query } as unknown as PoolClient };
}

const handOver = (tx: PoolClient) =>
  new HandOver(tx, { now: () => new Date(0) } as Clock, { warn: () => {} } as unknown as Logger);

const idsOf = (events: Iterable<Event>) => [...events].map(({ id }) => id);

describe('events that were claimed together', () => {
  it('are handed to a consumer together, but for those that it has had', async () => {
    const { tx, asked } = connection(['evt_2']);
    const heard: string[][] = [];
    await handOver(tx).execute({ name: 'c', handle: async events => void heard.push(idsOf(events)) }, EVENTS);
    expect(heard).toEqual([['evt_0', 'evt_1', 'evt_3', 'evt_4', 'evt_5']]);
    expect(asked).toEqual(['SAVEPOINT consumer', 'RELEASE SAVEPOINT consumer']);
  });

  it('are not handed to one that has had them all', async () => {
    const heard: string[][] = [];
    const { tx } = connection(idsOf(EVENTS));
    await handOver(tx).execute({ name: 'c', handle: async events => void heard.push(idsOf(events)) }, EVENTS);
    expect(heard).toEqual([]);
  });

  it('are handed to a consumer that fails one by one', async () => {
    const { tx, asked } = connection();
    const over = handOver(tx);
    const heard: string[] = [];
    const handle = async (events: Event[]) => {
      if (idsOf(events).includes('evt_3')) throw new Error('too hot');
      heard.push(...idsOf(events));
    };
    await over.execute({ name: 'c', handle }, EVENTS);
    expect(heard).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_4', 'evt_5']);
    expect([idsOf(over.failed.keys()), over.left.size]).toEqual([['evt_3'], 0]);
    expect(asked.filter(text => text.startsWith('ROLLBACK TO'))).toHaveLength(2);
  });

  it('are left for the next turn when one by one takes too long', async () => {
    const over = handOver(connection().tx);
    const handle = async (events: Event[]) => {
      if (events.length > 1) throw new Error('too many');
      await sleep(300);
    };
    await over.execute({ name: 'c', handle }, EVENTS);
    expect([over.failed.size, idsOf(over.left)]).toEqual([0, ['evt_2', 'evt_3', 'evt_4', 'evt_5']]);
  });

  it('are nobody’s fault when the connection is lost', async () => {
    const over = handOver(connection().tx);
    const lost = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    await expect(over.execute({ name: 'c', handle: () => Promise.reject(lost) }, EVENTS)).rejects.toBe(lost);
    expect(over.failed.size).toBe(0);
  });
});
