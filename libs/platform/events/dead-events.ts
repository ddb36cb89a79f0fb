import type { EntityManager } from 'typeorm';
import { Statement } from '../database/statement.js';
import type { Event } from './event-kind.js';
import { EVENT_COLUMNS } from './event-log.js';

const MAX_ATTEMPTS = 20;
const MAX_BACKOFF_MS = 3_600_000;
const MAX_ERROR_LENGTH = 1_000;
const BATCH_SIZE = 50;

/** An event that a consumer could not handle. */
export interface DeadEvent {
  consumer: string;
  event: Event;
  /** Number of failed attempts. */
  attempts: number;
}

type Failure = { consumer: string; event: string; attempts: number; error: string; next: Date | null };

const write = new Statement<never, Failure>(
  'events.record-failure',
  `INSERT INTO platform.dead_events (consumer, event_id, error, attempts, next_attempt_at)
   VALUES (:consumer, :event, :error, :attempts, :next)
   ON CONFLICT (consumer, event_id) DO UPDATE
   SET error = excluded.error, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at`,
);

const lock = new Statement<Event & { attempts: number }, { consumer: string; now: Date }>(
  'events.lock-dead',
  `SELECT d.attempts, ${EVENT_COLUMNS}
   FROM platform.dead_events d JOIN platform.events e ON e.id = d.event_id
   WHERE d.next_attempt_at <= :now AND d.consumer = :consumer
   ORDER BY d.next_attempt_at LIMIT ${BATCH_SIZE} FOR UPDATE OF d SKIP LOCKED`,
);

/** Deletes a dead event that the consumer has handled in a retry. */
export const deleteDead = new Statement<never, { consumer: string; event: string }>(
  'events.delete-dead',
  'DELETE FROM platform.dead_events WHERE consumer = :consumer AND event_id = :event',
);

/**
 * Records a failed attempt. The event is retried after 1, 2, 4 … seconds, at most an hour. Returns true after the
 * twentieth attempt, when the event is given up.
 */
export async function recordFailure(tx: EntityManager, deadEvent: DeadEvent, failure: Error, now: Date) {
  const { consumer, event, attempts } = deadEvent;
  const isGivenUp = attempts >= MAX_ATTEMPTS;
  const backoffMs = Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** (attempts - 1));
  const next = isGivenUp ? null : new Date(now.getTime() + backoffMs);
  const error = failure.message.slice(0, MAX_ERROR_LENGTH);
  await write.run(tx, { consumer, event: event.id, attempts, error, next });
  return isGivenUp;
}

/** Locks and returns dead events of a consumer that are due again. */
export async function lockDueDead(tx: EntityManager, consumer: string, now: Date): Promise<DeadEvent[]> {
  const rows = await lock.run(tx, { consumer, now });
  return rows.map(({ attempts, ...event }) => ({ consumer, attempts, event }));
}
