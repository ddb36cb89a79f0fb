import { type Executor, Statement } from '#platform';
import type { Attempted, Settlement, Trigger } from '../model/delivery.js';
import type { Verdict } from '../model/verdict.js';

/** A delivery that this worker holds, with all that its attempt needs. */
export interface HeldDelivery extends Attempted {
  receiverId: string;
  url: string;
  eventId: string;
  body: string;
  /** Counts the attempts of this delivery, from 1. */
  number: number;
  /** Names this hold; who comes later has another one. */
  holder: string;
}

type Hold = { ids: string[]; now: Date; lease: string; holder: string };

/**
 * Holds what is due and held by nobody else. A hold that ran out belonged to a worker that is no more: what it did is
 * not known, and the log says so.
 */
const hold = new Statement<HeldDelivery, Hold>(
  'webhooks.hold',
  `WITH free AS (
     SELECT d.id, d.holder, d.attempts, d.trigger, d.held_until
     FROM webhooks.deliveries d JOIN webhooks.receivers r ON r.id = d.receiver_id
     WHERE d.id = ANY(:ids) AND d.state = 'pending' AND d.due_at <= :now
       AND (d.held_until IS NULL OR d.held_until <= :now) AND r.state = 'on'
     FOR UPDATE OF d SKIP LOCKED
   ),
   lost AS (
     INSERT INTO webhooks.attempts (delivery_id, number, trigger, started_at, reason, answer)
     SELECT id, attempts, trigger, held_until - :lease::interval, 'worker_lost', 'The worker ended before it could tell what came of it.'
     FROM free WHERE holder IS NOT NULL ON CONFLICT DO NOTHING
   ),
   held AS (
     UPDATE webhooks.deliveries d
     SET holder = :holder, held_until = :now::timestamptz + :lease::interval, queued_until = NULL, attempts = d.attempts + 1
     FROM free WHERE d.id = free.id
     RETURNING d.id, d.receiver_id, d.event_id, d.event_type, d.step, d.trigger, d.attempts, d.delivered_at
   )
   SELECT held.id, receiver_id AS "receiverId", r.url, event_id AS "eventId", event_type AS "eventType", e.body, step,
     trigger, attempts AS number, delivered_at IS NOT NULL AS "deliveredBefore", :holder::text AS holder
   FROM held JOIN webhooks.receivers r ON r.id = held.receiver_id JOIN webhooks.events e ON e.id = held.event_id`,
);

/** An attempt that ended: what it was, how it is judged and what becomes of its delivery. */
export interface EndedAttempt {
  delivery: Pick<HeldDelivery, 'id' | 'receiverId' | 'number' | 'holder' | 'trigger'>;
  startedAt: Date;
  durationMs: number;
  verdict: Verdict;
  settlement: Settlement;
}

/** The health of a receiver after its attempts were settled. */
export interface ReceiverHealth {
  id: string;
  failingSince: Date | null;
}

/**
 * Attempts, deliveries and receivers' health in one statement. A hold that was lost in the meantime settles nothing but
 * a success: the receiver has it, so no further attempt is due.
 */
const settle = new Statement<ReceiverHealth, { ended: string; now: Date }>(
  'webhooks.settle',
  `WITH ended AS (
     SELECT * FROM jsonb_to_recordset(:ended::jsonb) AS e(id text, receiver text, number int, holder text,
       trigger text, started timestamptz, ms real, kind text, status smallint, reason text, answer text,
       state text, step int, next text, due timestamptz)
   ),
   logged AS (
     INSERT INTO webhooks.attempts (delivery_id, number, trigger, started_at, duration_ms, status, reason, answer)
     SELECT id, number, trigger, started, ms, status, reason, answer FROM ended
     ON CONFLICT (delivery_id, number) DO UPDATE SET duration_ms = excluded.duration_ms, status = excluded.status,
       reason = excluded.reason, answer = excluded.answer
   ),
   settled AS (
     UPDATE webhooks.deliveries d
     SET state = e.state, step = e.step, trigger = e.next, due_at = e.due, holder = NULL, held_until = NULL,
       queued_until = NULL, last_status = e.status, last_reason = e.reason,
       delivered_at = CASE WHEN e.kind = 'delivered' THEN coalesce(d.delivered_at, :now) ELSE d.delivered_at END
     FROM ended e WHERE d.id = e.id AND (d.holder = e.holder OR e.kind = 'delivered')
   ),
   health AS (
     SELECT receiver AS id, bool_or(kind = 'delivered') AS well, min(started) AS since
     FROM ended WHERE kind <> 'interrupted' GROUP BY receiver
   )
   UPDATE webhooks.receivers r
   SET failing_since = CASE WHEN h.well THEN NULL ELSE coalesce(r.failing_since, h.since) END,
     last_success_at = CASE WHEN h.well THEN :now ELSE r.last_success_at END
   FROM health h
   WHERE r.id = h.id AND (NOT h.well OR r.failing_since IS NOT NULL OR r.last_success_at IS NULL
     OR r.last_success_at < :now::timestamptz - interval '10 seconds')
   RETURNING r.id, r.failing_since AS "failingSince"`,
);

export const holdDeliveries = (executor: Executor, values: Hold) => hold.run(executor, values);

/** Gives the health of the receivers whose record changed. */
export function settleAttempts(executor: Executor, attempts: EndedAttempt[], now: Date): Promise<ReceiverHealth[]> {
  return settle.run(executor, { ended: JSON.stringify(attempts.map(flatten)), now });
}

interface FlatAttempt {
  trigger: Trigger;
  next: Trigger;
  [column: string]: unknown;
}

function flatten({ delivery, startedAt, durationMs, verdict, settlement }: EndedAttempt): FlatAttempt {
  return {
    id: delivery.id,
    receiver: delivery.receiverId,
    number: delivery.number,
    holder: delivery.holder,
    trigger: delivery.trigger,
    started: startedAt,
    ms: durationMs,
    kind: verdict.kind,
    status: verdict.status,
    reason: verdict.reason,
    answer: verdict.answer,
    state: settlement.state,
    step: settlement.step,
    next: settlement.trigger,
    due: settlement.dueAt,
  };
}
