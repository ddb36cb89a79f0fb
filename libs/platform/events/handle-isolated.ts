import type { EntityManager } from 'typeorm';
import { isConnectionLost } from '../database/errors.js';
import type { Consumer } from './consumers.js';
import { isTracing } from '../observability/tracing/tracing.js';
import type { Event } from './event-kind.js';
import { handleInSpan } from './trace-handling.js';

/** Time limit for passing events one by one. A long transaction would hold back readers of later events. */
const ONE_BY_ONE_MS = 500;

export interface Handled {
  /** How many of the events were handled, failed ones included; the rest is left for the next turn. */
  count: number;
  failed: Map<Event, Error>;
}

/**
 * Passes events to a consumer together. When it fails, its work is rolled back and it gets each event alone, until the
 * time runs out.
 */
export async function handleIsolated(tx: EntityManager, consumer: Consumer, events: Event[]): Promise<Handled> {
  const failed = new Map<Event, Error>();
  const error = await attempt(tx, consumer, events);
  if (!error) return { count: events.length, failed };
  if (events.length === 1) return { count: 1, failed: failed.set(events[0]!, error) };
  const deadline = performance.now() + ONE_BY_ONE_MS;
  let count = 0;
  for (const event of events) {
    if (performance.now() > deadline) break;
    const failure = await attempt(tx, consumer, [event]);
    if (failure) failed.set(event, failure);
    count++;
  }
  return { count, failed };
}

/** A failure rolls back to the savepoint, and is returned. A lost connection is thrown, because no event caused it. */
async function attempt(tx: EntityManager, consumer: Consumer, events: Event[]): Promise<Error | undefined> {
  const subscribed = events.filter(({ type }) => consumer.types.includes(type));
  if (subscribed.length === 0) return undefined;
  await tx.query('SAVEPOINT consumer');
  try {
    await (isTracing() ? handleInSpan(tx, consumer, subscribed) : consumer.handle(subscribed, tx));
    await tx.query('RELEASE SAVEPOINT consumer');
    return undefined;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT consumer');
    return error as Error;
  }
}
