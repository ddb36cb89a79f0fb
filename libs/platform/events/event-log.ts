import { Statement } from '../database/statement.js';
import type { Event } from './event-kind.js';
import { environmentOf, isSettled, logOrder } from './sql.js';

/** Maximum number of events per transaction. A long transaction would hold back readers of later events. */
export const BATCH_SIZE = 10_000;

/** Columns of an event under the names of `Event`. */
export const EVENT_COLUMNS = `e.id, e.type, e.tenant_id AS "tenantId", e.recorded_at AS "recordedAt",
  ${environmentOf('e')} AS environment`;

const IS_NEW = `(${logOrder('e')}) > (${logOrder('c')}) AND ${isSettled('e')}`;

/**
 * Consumers start before the first recorded event (epoch 1), but after imported events (`EXPORTED_LOG_POSITION`). Earlier releases
 * started them before imported events.
 */
export const addConsumers = new Statement<never, { names: string[] }>(
  'events.add-consumers',
  `INSERT INTO platform.consumers (name, epoch, transaction_id, position)
   SELECT name, 1, '0', 0 FROM unnest(:names::text[]) AS name ORDER BY name
   ON CONFLICT (name) DO UPDATE SET epoch = 1 WHERE consumers.epoch = 0`,
);

/** What a consumer has to do. */
export interface ConsumerWork {
  name: string;
  /** There are settled events after its cursor. */
  hasNewEvents: boolean;
  /** Some of its dead events are due for another attempt. */
  hasDueDead: boolean;
}

/** The work of each consumer at this moment. */
export const workOfConsumers = new Statement<ConsumerWork, { names: string[]; now: Date }>(
  'events.work',
  `SELECT c.name, EXISTS (SELECT FROM platform.events e WHERE ${IS_NEW}) AS "hasNewEvents",
     EXISTS (SELECT FROM platform.dead_events d WHERE d.consumer = c.name AND d.next_attempt_at <= :now) AS "hasDueDead"
   FROM platform.consumers c WHERE c.name = ANY(:names)`,
);

/**
 * Locks the cursor of a consumer and reads the next `BATCH_SIZE` events. Returns those of the given types, and the last
 * event of any type, to which the cursor then moves; `count` is the number of events read. Returns no rows while
 * another process has the lock, which is released if that process crashes.
 */
export const nextEvents = new Statement<Event & { count: number }, { consumer: string; types: string[] }>(
  'events.next',
  `WITH consumer AS MATERIALIZED (
     SELECT ${logOrder('c')} FROM platform.consumers c WHERE name = :consumer FOR UPDATE SKIP LOCKED
   ),
   next AS MATERIALIZED (
     SELECT e.*, row_number() OVER () AS number FROM consumer c CROSS JOIN LATERAL (
       SELECT ${EVENT_COLUMNS} FROM platform.events e WHERE ${IS_NEW} ORDER BY ${logOrder('e')} LIMIT ${BATCH_SIZE}
     ) e
   )
   SELECT next.*, count FROM next, (SELECT count(*)::integer FROM next) c
   WHERE type = ANY(:types::text[]) OR number = count ORDER BY number`,
);

/** Moves the cursor of a consumer to the last event that it has received. */
export const moveCursor = new Statement<never, { consumer: string; event: string }>(
  'events.move-cursor',
  `UPDATE platform.consumers c SET (epoch, transaction_id, position) = (${logOrder('e')})
   FROM platform.events e WHERE c.name = :consumer AND e.id = :event`,
);
