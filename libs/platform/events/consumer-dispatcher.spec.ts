import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Clock } from '../clock/clock.js';
import type { Logger } from '../log/logger.js';
import type { Event } from './event-kind.js';
import { ConsumerDispatcher } from './consumer-dispatcher.js';

const EVENTS: Event[] = Array.from({ length: 6 }, (_, n) => ({
  id: `evt_${n}`,
  type: 'bread.baked',
  tenantId: 'ten_1',
  key: 'k',
  occurredAt: new Date(0),
  payload: {},
}));

/** A connection whose inbox has seen some events; it records the other statements. */
function connection(seen: string[] = []) {
  const statements: string[] = [];
  const query = async (statement: string | { values: [string, string[]] }) => {
    if (typeof statement === 'string') return statements.push(statement);
    const ids = statement.values.find(Array.isArray) as string[];
    return { rows: ids.filter(id => !seen.includes(id)).map(event => ({ event })) };
  };
  return { statements, tx: { query } as unknown as PoolClient };
}

const dispatcherOn = (tx: PoolClient) =>
  new ConsumerDispatcher(tx, { now: () => new Date(0) } as Clock, { warn: () => {} } as unknown as Logger);

const idsOf = (events: Iterable<Event>) => [...events].map(({ id }) => id);

describe('ConsumerDispatcher', () => {
  it('dispatches events together, except those that the consumer has seen', async () => {
    const { tx, statements } = connection(['evt_2']);
    const received: string[][] = [];
    await dispatcherOn(tx).dispatch({ name: 'c', handle: async events => void received.push(idsOf(events)) }, EVENTS);
    expect(received).toEqual([['evt_0', 'evt_1', 'evt_3', 'evt_4', 'evt_5']]);
    expect(statements).toEqual(['SAVEPOINT consumer', 'RELEASE SAVEPOINT consumer']);
  });

  it('does not call a consumer that has seen all events', async () => {
    const received: string[][] = [];
    const { tx } = connection(idsOf(EVENTS));
    await dispatcherOn(tx).dispatch({ name: 'c', handle: async events => void received.push(idsOf(events)) }, EVENTS);
    expect(received).toEqual([]);
  });

  it('dispatches events one by one after a failure', async () => {
    const { tx, statements } = connection();
    const dispatcher = dispatcherOn(tx);
    const received: string[] = [];
    const handle = async (events: Event[]) => {
      if (idsOf(events).includes('evt_3')) throw new Error('too hot');
      received.push(...idsOf(events));
    };
    await dispatcher.dispatch({ name: 'c', handle }, EVENTS);
    expect(received).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_4', 'evt_5']);
    expect([idsOf(dispatcher.failed.keys()), dispatcher.remaining.size]).toEqual([['evt_3'], 0]);
    expect(statements.filter(text => text.startsWith('ROLLBACK TO'))).toHaveLength(2);
  });

  it('leaves events for the next turn when one by one takes too long', async () => {
    const dispatcher = dispatcherOn(connection().tx);
    const handle = async (events: Event[]) => {
      if (events.length > 1) throw new Error('too many');
      await sleep(300);
    };
    await dispatcher.dispatch({ name: 'c', handle }, EVENTS);
    expect([dispatcher.failed.size, idsOf(dispatcher.remaining)]).toEqual([0, ['evt_2', 'evt_3', 'evt_4', 'evt_5']]);
  });

  it('blames no event for a lost connection', async () => {
    const dispatcher = dispatcherOn(connection().tx);
    const lost = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    await expect(dispatcher.dispatch({ name: 'c', handle: () => Promise.reject(lost) }, EVENTS)).rejects.toBe(lost);
    expect(dispatcher.failed.size).toBe(0);
  });
});
