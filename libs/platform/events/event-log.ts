import type { PoolClient } from 'pg';
import { type Executor, Statement } from '../database/statement.js';
import type { Event } from './event-kind.js';
import { isSettled, type Place, placeOf, selectPlace } from './sql.js';

/** Small enough that the transaction of a batch ends within a second; it holds back readers of later events. */
export const BATCH_SIZE = 200;

/** An event and its place in the log. */
export type LoggedEvent = Event & Place;

export type EventRow = Omit<LoggedEvent, 'data'> & { body: string };

/** Columns of an event under the names of `EventRow`. */
export const EVENT_COLUMNS = `${selectPlace('e')}, e.id, e.type, e.tenant_id AS "tenantId", e.key,
  e.occurred_at AS "occurredAt", e.recorded_at AS "recordedAt", e.body`;

const IS_NEW = `(${placeOf('e')}) > (${placeOf('c')}) AND ${isSettled('e')}`;

/** Consumers start at the beginning of the log. */
export const addConsumers = new Statement<never, { names: string[] }>(
  'events.add-consumers',
  `INSERT INTO platform.consumers (name, epoch, transaction_id, position)
   SELECT name, 0, '0', 0 FROM unnest(:names::text[]) AS name ORDER BY name ON CONFLICT DO NOTHING`,
);

/** What a consumer has to do. */
export interface ConsumerWork {
  name: string;
  /** There are settled events after its cursor. */
  hasNewEvents: boolean;
  /** Events that it could not handle are due again. */
  hasDueDead: boolean;
}

/** The work of each consumer at this moment. */
export const workOfConsumers = new Statement<ConsumerWork, { names: string[]; now: Date }>(
  'events.work',
  `SELECT c.name, EXISTS (SELECT FROM platform.events e WHERE ${IS_NEW}) AS "hasNewEvents",
     EXISTS (SELECT FROM platform.dead_events d WHERE d.consumer = c.name AND d.next_attempt_at <= :now) AS "hasDueDead"
   FROM platform.consumers c WHERE c.name = ANY(:names)`,
);

const next = new Statement<EventRow, { consumer: string }>(
  'events.next',
  `WITH consumer AS MATERIALIZED (
     SELECT ${placeOf('c')} FROM platform.consumers c WHERE name = :consumer FOR UPDATE SKIP LOCKED
   )
   SELECT e.* FROM consumer c CROSS JOIN LATERAL (
     SELECT ${EVENT_COLUMNS} FROM platform.events e WHERE ${IS_NEW} ORDER BY ${placeOf('e')} LIMIT ${BATCH_SIZE}
   ) e`,
);

const move = new Statement<never, { consumer: string; epoch: number; transaction: string; position: string }>(
  'events.move-cursor',
  `UPDATE platform.consumers SET epoch = :epoch, transaction_id = :transaction, position = :position
   WHERE name = :consumer`,
);

const lag = new Statement<{ name: string; seconds: number }, { now: Date }>(
  'events.lag',
  `SELECT c.name, coalesce(greatest(extract(epoch FROM :now::timestamptz - e.recorded_at), 0), 0)::float8 AS seconds
   FROM platform.consumers c LEFT JOIN LATERAL (
     SELECT e.recorded_at FROM platform.events e WHERE (${placeOf('e')}) > (${placeOf('c')})
     ORDER BY ${placeOf('e')} LIMIT 1
   ) e ON true`,
);

/**
 * Locks the cursor of a consumer and returns the next events. Returns none while another process has the lock, which a
 * crash of that process releases.
 */
export async function readNext(tx: PoolClient, consumer: string): Promise<LoggedEvent[]> {
  const rows = await next.run(tx, { consumer });
  return rows.map(toEvent);
}

/** Moves the cursor of a consumer to the last event that it has received. */
export const moveCursor = (tx: PoolClient, consumer: string, { epoch, transactionId, position }: Place) =>
  move.run(tx, { consumer, epoch, transaction: transactionId, position });

/** Age of the oldest event that a consumer has not received, in seconds, by consumer; 0 if there is none. */
export async function lagOfConsumers(executor: Executor, now: Date): Promise<Map<string, number>> {
  const rows = await lag.run(executor, { now });
  return new Map(rows.map(({ name, seconds }) => [name, seconds]));
}

/** Parses the body only when a consumer reads the data. */
export function toEvent({ body, ...facts }: EventRow): LoggedEvent {
  return {
    ...facts,
    get data() {
      return (JSON.parse(body) as { data: object }).data;
    },
  };
}
