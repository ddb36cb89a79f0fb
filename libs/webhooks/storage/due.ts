import { type Database, type Executor, Statement } from '#platform/database';
import { withIndexScans } from './index-scans.js';

/**
 * The receivers of ready deliveries, found by a skip scan of `deliveries_ready`: one index lookup per receiver, however
 * long its backlog is.
 */
const WAITING = `WITH RECURSIVE waiting AS (
    (SELECT receiver_id FROM webhooks.deliveries WHERE ready ORDER BY receiver_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.receiver_id FROM webhooks.deliveries d
            WHERE d.ready AND d.receiver_id > waiting.receiver_id ORDER BY d.receiver_id LIMIT 1)
    FROM waiting WHERE waiting.receiver_id IS NOT NULL
  )`;

const IS_BUSY = 'greatest(d.queued_until, d.held_until) > :now';
const IS_FREE = '(d.queued_until IS NULL OR d.queued_until <= :now) AND (d.held_until IS NULL OR d.held_until <= :now)';

/** Maximum number of queued or leased deliveries of one receiver, by its health. */
export type ReceiverLimits = {
  /** The last attempt succeeded. */
  healthy: number;
  /** There was no attempt yet. */
  untried: number;
  failing: number;
};

const LIMIT = `CASE WHEN r.failing_since IS NOT NULL THEN :failing::int WHEN r.last_success_at IS NULL THEN :untried::int
  ELSE :healthy::int END`;

/**
 * The oldest ready deliveries of a receiver. They include the busy ones, which were the oldest when they were claimed. An
 * index of busy deliveries would cost an index update per claim.
 */
const OLDEST = `SELECT d.queued_until, d.held_until FROM webhooks.deliveries d
  WHERE d.receiver_id = r.id AND d.ready ORDER BY d.due_at, d.id LIMIT 200`;

export interface DueRow {
  id: string;
  receiver: string;
}

interface Claim extends ReceiverLimits {
  isFailing: boolean;
  now: Date;
  /** End of the claim. */
  until: Date;
  limit: number;
}

const setReady = new Statement<never, { now: Date; limit: number }>(
  'webhooks.mark-ready',
  `WITH due AS (
     SELECT id FROM webhooks.deliveries WHERE state = 'pending' AND NOT ready AND due_at <= :now
     ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks.deliveries d SET ready = true FROM due WHERE d.id = due.id`,
);

const claim = new Statement<DueRow, ReturnType<typeof valuesOf>>(
  'webhooks.claim-due',
  `${WAITING}, lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(:lock::bigint) AS acquired),
   capacity AS MATERIALIZED (
     SELECT r.id, ${LIMIT}
       - (SELECT count(*)::int FROM (${OLDEST}) d WHERE ${IS_BUSY}) AS slots
     FROM lock, waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id
     WHERE lock.acquired AND r.state = 'on' AND (r.failing_since IS NOT NULL) = :is_failing
   ),
   due AS (
     SELECT d.id FROM capacity CROSS JOIN LATERAL (
       SELECT d.id, d.due_at FROM webhooks.deliveries d
       WHERE d.receiver_id = capacity.id AND d.ready AND ${IS_FREE}
       ORDER BY d.due_at, d.id LIMIT capacity.slots FOR UPDATE SKIP LOCKED
     ) d
     WHERE capacity.slots > 0 ORDER BY d.due_at LIMIT :limit
   )
   UPDATE webhooks.deliveries d SET queued_until = :until FROM due WHERE d.id = due.id
   RETURNING d.id, d.receiver_id AS receiver`,
);

const release = new Statement<never, { ids: string[] }>(
  'webhooks.release-claims',
  `UPDATE webhooks.deliveries SET queued_until = NULL WHERE id = ANY(:ids) AND held_until IS NULL`,
);

/** A resend of a delivered event that is skipped stays delivered. */
const skip = new Statement<{ id: string }, { limit: number; now: Date }>(
  'webhooks.skip',
  `${WAITING},
   off AS MATERIALIZED (
     SELECT receiver_id FROM waiting
     WHERE (SELECT r.state FROM webhooks.receivers r WHERE r.id = waiting.receiver_id) <> 'on'
   ),
   skipped AS (
     SELECT d.id FROM off CROSS JOIN LATERAL (
       SELECT d.id FROM webhooks.deliveries d WHERE d.receiver_id = off.receiver_id AND d.ready AND ${IS_FREE}
       LIMIT :limit FOR UPDATE SKIP LOCKED
     ) d LIMIT :limit
   )
   UPDATE webhooks.deliveries d
   SET state = CASE WHEN d.delivered_at IS NULL THEN 'skipped' ELSE 'delivered' END, ready = false, queued_until = NULL
   FROM skipped WHERE d.id = skipped.id RETURNING d.id`,
);

const oldest = new Statement<{ seconds: number }, { now: Date }>(
  'webhooks.oldest-due',
  `${WAITING}
   SELECT coalesce(extract(epoch FROM :now::timestamptz - min(first.due_at)), 0)::float8 AS seconds
   FROM waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL (
     SELECT d.due_at FROM webhooks.deliveries d WHERE d.receiver_id = r.id AND d.ready ORDER BY d.due_at LIMIT 1
   ) first`,
);

/** Arbitrary key of the advisory lock: only one worker at a time claims deliveries. */
const LOCK_KEY = 7_302_119;

const valuesOf = ({ isFailing, ...values }: Claim) => ({ ...values, is_failing: isFailing, lock: LOCK_KEY });

/** Marks deliveries as ready that have become due. */
export const markReady = (executor: Executor, limit: number, now: Date) => setReady.run(executor, { limit, now });

/** Claims ready deliveries to failing or to other receivers, oldest first, up to the limit of each receiver. */
export const claimDue = (database: Database, values: Claim) =>
  withIndexScans(database, tx => claim.run(tx, valuesOf(values)));

/** Releases claimed deliveries that could not be enqueued. */
export const releaseClaims = (executor: Executor, ids: string[]) => release.run(executor, { ids });

/** Skips ready deliveries to receivers that are off, until they are resent or recovered. Returns their number. */
export async function skipDueOfOffReceivers(executor: Executor, limit: number, now: Date): Promise<number> {
  const rows = await skip.run(executor, { limit, now });
  return rows.length;
}

/** Age of the oldest due delivery, in seconds; 0 if there is none. */
export async function ageOfOldestDue(executor: Executor, now: Date): Promise<number> {
  const [row] = await oldest.run(executor, { now });
  return row?.seconds ?? 0;
}
