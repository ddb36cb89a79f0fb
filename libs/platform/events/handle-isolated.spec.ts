import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Consumer } from './consumers.js';
import type { Event } from './event-kind.js';
import { handleIsolated } from './handle-isolated.js';

const TYPES = ['bread.baked', 'bread.sold'];

const EVENTS: Event[] = Array.from({ length: 6 }, (_, n) => ({
  id: `evt_${n}`,
  type: TYPES[n % 2]!,
  tenantId: 'ten_1',
  recordedAt: new Date(0),
  environment: 'sandbox',
}));

/** A connection that records its statements. */
function connection() {
  const statements: string[] = [];
  const query = async (statement: string) => void statements.push(statement);
  return { statements, tx: { query } as unknown as EntityManager };
}

const consumerOf = (handle: (events: Event[]) => Promise<void>, types = TYPES): Consumer => ({
  name: 'c',
  types,
  handle,
});

const idsOf = (events: Iterable<Event>) => [...events].map(({ id }) => id);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('handleIsolated', () => {
  it('passes a batch of events together', async () => {
    const { tx, statements } = connection();
    const received: string[][] = [];
    const consumer = consumerOf(async events => void received.push(idsOf(events)));
    expect(await handleIsolated(tx, consumer, EVENTS)).toEqual({ count: 6, failed: new Map() });
    expect(received).toEqual([idsOf(EVENTS)]);
    expect(statements).toEqual(['SAVEPOINT consumer', 'RELEASE SAVEPOINT consumer']);
  });

  it('counts events of other types as handled, without passing them', async () => {
    const received: string[][] = [];
    const consumer = consumerOf(async events => void received.push(idsOf(events)), ['bread.sold']);
    expect((await handleIsolated(connection().tx, consumer, EVENTS)).count).toBe(6);
    expect(received).toEqual([['evt_1', 'evt_3', 'evt_5']]);
  });

  it('does not call a consumer without events of its types', async () => {
    const { tx, statements } = connection();
    const consumer = consumerOf(() => Promise.reject(new Error('was called')), ['bread.burnt']);
    expect(await handleIsolated(tx, consumer, EVENTS)).toEqual({ count: 6, failed: new Map() });
    expect(statements).toEqual([]);
  });

  it('passes events one by one after a failure, and rolls back the failures only', async () => {
    const { tx, statements } = connection();
    const received: string[] = [];
    const consumer = consumerOf(async events => {
      if (idsOf(events).includes('evt_3')) throw new Error('too hot');
      received.push(...idsOf(events));
    });
    const { count, failed } = await handleIsolated(tx, consumer, EVENTS);
    expect(received).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_4', 'evt_5']);
    expect([count, idsOf(failed.keys())]).toEqual([6, ['evt_3']]);
    expect(failed.get(EVENTS[3]!)?.message).toBe('too hot');
    expect(statements.filter(text => text.startsWith('ROLLBACK TO'))).toHaveLength(2);
    expect(statements.filter(text => text.startsWith('RELEASE'))).toHaveLength(5);
  });

  it('does not repeat the failure of a single event', async () => {
    let calls = 0;
    const consumer = consumerOf(async () => {
      calls++;
      throw new Error('too hot');
    });
    const { count, failed } = await handleIsolated(connection().tx, consumer, EVENTS.slice(0, 1));
    expect([count, idsOf(failed.keys()), calls]).toEqual([1, ['evt_0'], 1]);
  });

  it('leaves the last events for the next turn when one by one takes too long', async () => {
    const consumer = consumerOf(async events => {
      if (events.length > 1) throw new Error('too many');
      jest.advanceTimersByTime(300);
    });
    expect(await handleIsolated(connection().tx, consumer, EVENTS)).toEqual({ count: 2, failed: new Map() });
  });

  it('blames no event for a lost connection', async () => {
    const { tx, statements } = connection();
    const lost = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    const consumer = consumerOf(() => Promise.reject(lost));
    await expect(handleIsolated(tx, consumer, EVENTS)).rejects.toBe(lost);
    expect(statements).toEqual(['SAVEPOINT consumer']);
  });
});
