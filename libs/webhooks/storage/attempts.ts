import { type Database, type Executor, Statement } from '#platform/database';
import type { AttemptedDelivery, Settlement } from '../model/delivery.js';
import type { Verdict } from '../model/verdict.js';
import { takingOldestFirst } from './oldest-first.js';
import type { SealedSecret } from './secrets.js';

/** A delivery that this worker holds, with all that its attempt needs. */
export interface HeldDelivery extends AttemptedDelivery {
  receiverId: string;
  url: string;
  /** What signs for the receiver at this moment, the newest first. */
  secrets: SealedSecret[];
  eventId: string;
  body: string;
  /** As PostgreSQL gave it, which has it back. */
  dueAt: Date | string;
  /** Counts the attempts of this delivery, from 1. */
  number: number;
  /** Names this hold; who comes later has another one. */
  holder: string;
}

/** For how long nobody else sends what is held, and under which name it is. */
export type Lease = { now: Date; lease: string; holder: string };

const SECRETS = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed)
    ORDER BY s.created_at DESC, s.id DESC), '[]')
  FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)) AS secrets`;

/** Of what is in `free`, as a part of a statement: the mark on it, and all that its attempt needs. */
const HELD = `held AS (
     UPDATE webhooks.deliveries d
     SET holder = :holder, held_until = :now::timestamptz + :lease::interval, queued_until = NULL,
       attempts = d.attempts + 1
     FROM free WHERE d.id = free.id
     RETURNING d.id, d.receiver_id, d.event_id, d.event_type, d.step, d.trigger, d.attempts, d.due_at,
       d.delivered_at
   ),
   target AS MATERIALIZED (
     SELECT r.id, r.url, ${SECRETS} FROM webhooks.receivers r WHERE r.id IN (SELECT receiver_id FROM held)
   ),
   prepared AS (
     SELECT held.id, receiver_id AS "receiverId", url, secrets, event_id AS "eventId", event_type AS "eventType",
       body, due_at AS "dueAt", step, trigger, attempts AS number, delivered_at IS NOT NULL AS "deliveredBefore",
       :holder::text AS holder
     FROM held JOIN target ON target.id = held.receiver_id JOIN webhooks.events e ON e.id = held.event_id
   )`;

/**
 * Holds what is due and held by nobody else. Whoever let a hold run out could not tell what came of the attempt, and the
 * log says so. A row that is locked is waited for: whoever looks for what is due locks it for a moment, and what is
 * passed over here has no job any more.
 */
const hold = new Statement<HeldDelivery, Lease & { ids: string[] }>(
  'webhooks.hold',
  `WITH free AS (
     SELECT d.id, d.holder, d.attempts, d.trigger, d.held_until
     FROM webhooks.deliveries d JOIN webhooks.receivers r ON r.id = d.receiver_id
     WHERE d.id = ANY(:ids) AND d.ready AND (d.held_until IS NULL OR d.held_until <= :now) AND r.state = 'on'
     ORDER BY d.id FOR UPDATE OF d
   ),
   lost AS (
     INSERT INTO webhooks.attempts (delivery_id, number, trigger, started_at, reason, answer)
     SELECT id, attempts, trigger, held_until - :lease::interval, 'worker_lost',
       'Nobody knows what came of it: the worker ended, or could not write it down.'
     FROM free WHERE holder IS NOT NULL ON CONFLICT DO NOTHING
   ),
   ${HELD}
   SELECT * FROM prepared`,
);

/** An attempt that ended: what it was, how it is judged and what becomes of its delivery. */
export interface EndedAttempt {
  delivery: Pick<HeldDelivery, 'id' | 'receiverId' | 'number' | 'holder' | 'trigger' | 'dueAt'>;
  startedAt: Date;
  durationMs: number;
  verdict: Verdict;
  settlement: Settlement;
  /** Whoever made it would go on with another delivery to the same receiver. */
  goesOn: boolean;
}

/** The health of a receiver after its attempts were settled. */
export interface ReceiverHealth {
  id: string;
  failingSince: Date | null;
}

/** What comes after attempts were settled. */
export interface Settled {
  /** Of the receivers whose record changed. */
  health: ReceiverHealth[];
  /** Held in place of those that ended. */
  next: HeldDelivery[];
}

/**
 * Attempts, deliveries and receivers' health in one statement. A hold that was lost in the meantime settles nothing but
 * a success: the receiver has it, so no further attempt is due. Receivers are locked in one order, and only those whose
 * record changes.
 *
 * For each delivery that is settled, another one to the same receiver is held in the same breath, if it answers well and
 * something is due that nobody has marked: so many as before are on their way, whatever others see or take meanwhile. It
 * is looked for from where those were due, for before that the index has nothing but what is done with.
 *
 * The ids come once more by themselves, or PostgreSQL would read all deliveries for those of a batch of unknown size.
 */
const settle = new Statement<{ health: Health[]; next: HeldDelivery[] }, Lease & { ended: string; ids: string[] }>(
  'webhooks.settle',
  `WITH ended AS (
     SELECT * FROM jsonb_to_recordset(:ended::jsonb) AS e(id text, receiver text, number int, holder text,
       trigger text, started timestamptz, ms real, kind text, status smallint, reason text, answer text,
       state text, step int, next text, due timestamptz, "goesOn" boolean, "wasDue" timestamptz)
   ),
   logged AS (
     INSERT INTO webhooks.attempts (delivery_id, number, trigger, started_at, duration_ms, status, reason, answer)
     SELECT id, number, trigger, started, ms, status, reason, answer FROM ended
     ON CONFLICT (delivery_id, number) DO UPDATE SET started_at = excluded.started_at,
       duration_ms = excluded.duration_ms, status = excluded.status, reason = excluded.reason, answer = excluded.answer
   ),
   last AS (SELECT DISTINCT ON (id) * FROM ended ORDER BY id, kind = 'delivered' DESC, number DESC),
   settled AS (
     UPDATE webhooks.deliveries d
     SET state = e.state, ready = e.state = 'pending' AND e.due <= :now, step = e.step, trigger = e.next,
       due_at = e.due, holder = NULL, held_until = NULL, queued_until = NULL, last_status = e.status,
       last_reason = e.reason,
       delivered_at = CASE WHEN e.kind = 'delivered' THEN coalesce(d.delivered_at, :now) ELSE d.delivered_at END
     FROM last e WHERE d.id = ANY(:ids) AND d.id = e.id AND (d.holder = e.holder OR e.kind = 'delivered')
     RETURNING d.receiver_id, e."goesOn" AS goes_on, e."wasDue" AS was_due
   ),
   health AS (
     SELECT receiver AS id, bool_or(kind = 'delivered') AS well, min(started) AS since
     FROM ended WHERE kind <> 'interrupted' GROUP BY receiver
   ),
   changed AS (
     SELECT r.id, h.well, h.since FROM health h JOIN webhooks.receivers r ON r.id = h.id
     WHERE NOT h.well OR r.failing_since IS NOT NULL OR r.last_success_at IS NULL
       OR r.last_success_at < :now::timestamptz - interval '10 seconds'
     ORDER BY r.id FOR NO KEY UPDATE OF r
   ),
   noted AS (
     UPDATE webhooks.receivers r
     SET failing_since = CASE WHEN c.well THEN NULL ELSE coalesce(r.failing_since, c.since) END,
       last_success_at = CASE WHEN c.well THEN :now ELSE r.last_success_at END
     FROM changed c WHERE r.id = c.id
     RETURNING r.id, r.failing_since AS "failingSince"
   ),
   place AS (
     SELECT s.receiver_id, count(*) AS places, min(s.was_due) AS since
     FROM settled s JOIN health h ON h.id = s.receiver_id JOIN webhooks.receivers r ON r.id = s.receiver_id
     WHERE s.goes_on AND h.well AND r.state = 'on' GROUP BY s.receiver_id
   ),
   free AS (
     SELECT d.id FROM place CROSS JOIN LATERAL (
       SELECT d.id FROM webhooks.deliveries d
       WHERE d.receiver_id = place.receiver_id AND d.ready AND d.due_at >= place.since
         AND d.queued_until IS NULL AND d.held_until IS NULL
       ORDER BY d.due_at, d.id LIMIT place.places FOR UPDATE SKIP LOCKED
     ) d
   ),
   ${HELD}
   SELECT (SELECT coalesce(json_agg(noted), '[]') FROM noted) AS health,
     (SELECT coalesce(json_agg(prepared), '[]') FROM prepared) AS next`,
);

type Health = { id: string; failingSince: string | null };

export const holdDeliveries = (executor: Executor, ids: string[], lease: Lease) =>
  hold.run(executor, { ...lease, ids });

export async function settleAttempts(database: Database, attempts: EndedAttempt[], lease: Lease): Promise<Settled> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  const values = { ...lease, ended: JSON.stringify(attempts.map(flatten)), ids };
  const [row] = await takingOldestFirst(database, tx => settle.run(tx, values));
  const health = row!.health.map(({ id, failingSince }) => ({
    id,
    failingSince: failingSince === null ? null : new Date(failingSince),
  }));
  return { health, next: row!.next };
}

const flatten = ({ delivery, startedAt, durationMs, verdict, settlement, goesOn }: EndedAttempt) => ({
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
  goesOn,
  wasDue: delivery.dueAt,
});
