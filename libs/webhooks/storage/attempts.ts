import { type Database, type Executor, Statement } from '#platform/database';
import type { AttemptedDelivery, Settlement } from '../model/delivery.js';
import type { Verdict } from '../model/verdict.js';
import { withIndexScans } from './index-scans.js';
import type { SealedSecret } from './secrets.js';

/** A delivery that this worker has leased, with everything that an attempt needs. */
export interface LeasedDelivery extends AttemptedDelivery {
  receiverId: string;
  url: string;
  /** The valid secrets of the receiver, newest first. */
  secrets: SealedSecret[];
  eventId: string;
  body: string;
  /** A string when it comes from JSON; passed back unchanged. */
  dueAt: Date | string;
  /** Number of the attempt, from 1. */
  number: number;
  /** ID of the lease. */
  holder: string;
}

/** The exclusive right to send deliveries until `now` plus the duration, a PostgreSQL interval. */
export type Lease = { now: Date; duration: string; holder: string };

const SECRETS = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed)
    ORDER BY s.created_at DESC, s.id DESC), '[]')
  FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)) AS secrets`;

/** CTEs that lease the deliveries in `available`. `prepared` has everything that their attempts need. */
const LEASE_CTES = `leased AS (
     UPDATE webhooks.deliveries d
     SET holder = :holder, held_until = :now::timestamptz + :duration::interval, queued_until = NULL,
       attempts = d.attempts + 1
     FROM available WHERE d.id = available.id
     RETURNING d.id, d.receiver_id, d.event_id, d.event_type, d.step, d.trigger, d.attempts, d.due_at,
       d.delivered_at
   ),
   target AS MATERIALIZED (
     SELECT r.id, r.url, ${SECRETS} FROM webhooks.receivers r WHERE r.id IN (SELECT receiver_id FROM leased)
   ),
   prepared AS (
     SELECT leased.id, receiver_id AS "receiverId", url, secrets, event_id AS "eventId", event_type AS "eventType",
       body, due_at AS "dueAt", step, trigger, attempts AS number, delivered_at IS NOT NULL AS "deliveredBefore",
       :holder::text AS holder
     FROM leased JOIN target ON target.id = leased.receiver_id JOIN webhooks.events e ON e.id = leased.event_id
   )`;

/**
 * Leases deliveries that are due and not leased. If an earlier lease has expired, its attempt is logged as lost. The
 * statement waits for rows that `claimDue` has locked briefly: a skipped delivery would wait for its claim to expire.
 */
const lease = new Statement<LeasedDelivery, Lease & { ids: string[] }>(
  'webhooks.lease',
  `WITH available AS (
     SELECT d.id, d.holder, d.attempts, d.trigger, d.held_until
     FROM webhooks.deliveries d JOIN webhooks.receivers r ON r.id = d.receiver_id
     WHERE d.id = ANY(:ids) AND d.ready AND (d.held_until IS NULL OR d.held_until <= :now) AND r.state = 'on'
     ORDER BY d.id FOR UPDATE OF d
   ),
   lost AS (
     INSERT INTO webhooks.attempts (delivery_id, number, trigger, started_at, reason, answer)
     SELECT id, attempts, trigger, held_until - :duration::interval, 'worker_lost',
       'The result is unknown: the worker was stopped, or could not write the result.'
     FROM available WHERE holder IS NOT NULL ON CONFLICT DO NOTHING
   ),
   ${LEASE_CTES}
   SELECT * FROM prepared`,
);

/** An attempt that has ended, its evaluation, and the new state of its delivery. */
export interface EndedAttempt {
  delivery: Pick<LeasedDelivery, 'id' | 'receiverId' | 'number' | 'holder' | 'trigger' | 'dueAt'>;
  startedAt: Date;
  durationMs: number;
  verdict: Verdict;
  settlement: Settlement;
  /** Whether the worker can send another delivery to the same receiver. */
  wantsNext: boolean;
}

/** The health of a receiver after its attempts were settled. */
export interface ReceiverHealth {
  id: string;
  failingSince: Date | null;
}

export interface Settled {
  /** Only receivers whose health has changed. */
  health: ReceiverHealth[];
  /** Newly leased deliveries. */
  next: LeasedDelivery[];
}

/**
 * Writes attempts, deliveries and the health of receivers in one statement. If the lease was lost in the meantime, only a
 * success is recorded: the receiver has the event. Receivers are locked in the order of their IDs, to prevent deadlocks,
 * and only if their health changes.
 *
 * For each settled delivery to a healthy receiver, the statement leases the next due one, so that the number of
 * deliveries in progress stays the same. The search starts at the due time of the settled deliveries, because earlier
 * index entries belong to finished deliveries.
 *
 * `ids` repeats the IDs of `ended`: PostgreSQL does not know the size of the batch in the JSON, and would scan the table.
 */
const settle = new Statement<{ health: Health[]; next: LeasedDelivery[] }, Lease & { ended: string; ids: string[] }>(
  'webhooks.settle',
  `WITH ended AS (
     SELECT * FROM jsonb_to_recordset(:ended::jsonb) AS e(id text, receiver text, number int, holder text,
       trigger text, started timestamptz, ms real, kind text, status smallint, reason text, answer text,
       state text, step int, next text, due timestamptz, wants_next boolean, previous_due timestamptz)
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
     RETURNING d.receiver_id, e.wants_next, e.previous_due
   ),
   health AS (
     SELECT receiver AS id, bool_or(kind = 'delivered') AS is_healthy, min(started) AS since
     FROM ended WHERE kind <> 'interrupted' GROUP BY receiver
   ),
   changed AS (
     SELECT r.id, h.is_healthy, h.since FROM health h JOIN webhooks.receivers r ON r.id = h.id
     WHERE NOT h.is_healthy OR r.failing_since IS NOT NULL OR r.last_success_at IS NULL
       OR r.last_success_at < :now::timestamptz - interval '10 seconds'
     ORDER BY r.id FOR NO KEY UPDATE OF r
   ),
   updated AS (
     UPDATE webhooks.receivers r
     SET failing_since = CASE WHEN c.is_healthy THEN NULL ELSE coalesce(r.failing_since, c.since) END,
       last_success_at = CASE WHEN c.is_healthy THEN :now ELSE r.last_success_at END
     FROM changed c WHERE r.id = c.id
     RETURNING r.id, r.failing_since AS "failingSince"
   ),
   capacity AS (
     SELECT s.receiver_id, count(*) AS slots, min(s.previous_due) AS since
     FROM settled s JOIN health h ON h.id = s.receiver_id JOIN webhooks.receivers r ON r.id = s.receiver_id
     WHERE s.wants_next AND h.is_healthy AND r.state = 'on' GROUP BY s.receiver_id
   ),
   available AS (
     SELECT d.id FROM capacity CROSS JOIN LATERAL (
       SELECT d.id FROM webhooks.deliveries d
       WHERE d.receiver_id = capacity.receiver_id AND d.ready AND d.due_at >= capacity.since
         AND d.queued_until IS NULL AND d.held_until IS NULL
       ORDER BY d.due_at, d.id LIMIT capacity.slots FOR UPDATE SKIP LOCKED
     ) d
   ),
   ${LEASE_CTES}
   SELECT (SELECT coalesce(json_agg(updated), '[]') FROM updated) AS health,
     (SELECT coalesce(json_agg(prepared), '[]') FROM prepared) AS next`,
);

type Health = { id: string; failingSince: string | null };

export const leaseDeliveries = (executor: Executor, ids: string[], values: Lease) =>
  lease.run(executor, { ...values, ids });

export async function settleAttempts(database: Database, attempts: EndedAttempt[], next: Lease): Promise<Settled> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  const values = { ...next, ended: JSON.stringify(attempts.map(flatten)), ids };
  const [row] = await withIndexScans(database, tx => settle.run(tx, values));
  const health = row!.health.map(({ id, failingSince }) => ({
    id,
    failingSince: failingSince === null ? null : new Date(failingSince),
  }));
  return { health, next: row!.next };
}

const flatten = ({ delivery, startedAt, durationMs, verdict, settlement, wantsNext }: EndedAttempt) => ({
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
  wants_next: wantsNext,
  previous_due: delivery.dueAt,
});
