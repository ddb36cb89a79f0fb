import { type Executor, Statement } from '#platform/database';
import { newId } from '#platform/ids';
import { WebhookTest } from '../events/webhook-test.js';

export interface RecoveryRow {
  id: string;
  receiverId: string;
  since: Date;
  state: 'running' | 'done';
  done: number;
  total: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const COLUMNS = `id, receiver_id AS "receiverId", since, state, done, total, created_at AS "createdAt",
  finished_at AS "finishedAt"`;

/** Test events are not recovered. */
const IS_UNDELIVERED = `d.state IN ('failed', 'skipped') AND d.event_type <> '${WebhookTest.type}'`;

/** Counting more takes too long; the total of a larger recovery grows while it runs. */
const MAX_COUNTED = 50_000;

const begin = new Statement<RecoveryRow, { id: string; receiver: string; since: Date; now: Date }>(
  'webhooks.begin-recovery',
  `INSERT INTO webhooks.recoveries (id, receiver_id, since, until, reached_at, reached_id, state, done, total, created_at, stepped_at)
   SELECT :id, :receiver, :since, :now, :since, '', 'running', 0, count(*), :now, :now FROM (
     SELECT FROM webhooks.deliveries d
     WHERE d.receiver_id = :receiver AND ${IS_UNDELIVERED} AND d.created_at >= :since AND d.created_at <= :now LIMIT ${MAX_COUNTED}
   ) undelivered
   ON CONFLICT (receiver_id) WHERE state = 'running' DO NOTHING RETURNING ${COLUMNS}`,
);

const running = new Statement<RecoveryRow, { receiver: string }>(
  'webhooks.running-recovery',
  `SELECT ${COLUMNS} FROM webhooks.recoveries WHERE receiver_id = :receiver AND state = 'running'`,
);

const byId = new Statement<RecoveryRow, { tenant: string; id: string }>(
  'webhooks.recovery',
  `SELECT ${COLUMNS} FROM webhooks.recoveries WHERE id = :id
     AND receiver_id IN (SELECT r.id FROM webhooks.receivers r WHERE r.tenant_id = :tenant)`,
);

/**
 * One step of the recovery that has waited longest: makes a batch of deliveries due again and counts them, in one
 * statement. The cursor (`reached_at`, `reached_id`) only moves forward, so a delivery that fails again is not repeated.
 * The bounds are subselects, so that the index scan starts at the cursor.
 */
const step = new Statement<{ moved: number }, { limit: number; now: Date }>(
  'webhooks.recovery-step',
  `WITH recovery AS MATERIALIZED (
     SELECT * FROM webhooks.recoveries WHERE state = 'running' ORDER BY stepped_at LIMIT 1 FOR UPDATE SKIP LOCKED
   ),
   undelivered AS (
     SELECT d.id, d.created_at FROM webhooks.deliveries d
     WHERE d.receiver_id = (SELECT receiver_id FROM recovery) AND ${IS_UNDELIVERED}
       AND d.created_at <= (SELECT until FROM recovery)
       AND (d.created_at, d.id) > ((SELECT reached_at FROM recovery), (SELECT reached_id FROM recovery))
     ORDER BY d.created_at, d.id LIMIT :limit FOR UPDATE OF d
   ),
   reached AS (
     SELECT count(*)::int AS moved, max(created_at) AS at, (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS id
     FROM undelivered
   ),
   moved AS (
     UPDATE webhooks.deliveries d SET state = 'pending', ready = true, trigger = 'recover', due_at = :now, step = 0,
       queued_until = NULL
     FROM undelivered WHERE d.id = undelivered.id
   )
   UPDATE webhooks.recoveries r
   SET reached_at = coalesce(reached.at, r.reached_at), reached_id = coalesce(reached.id, r.reached_id),
     done = r.done + moved, total = greatest(r.total, r.done + moved), stepped_at = :now,
     state = CASE WHEN moved < :limit THEN 'done' ELSE 'running' END,
     finished_at = CASE WHEN moved < :limit THEN :now::timestamptz END
   FROM reached, recovery WHERE r.id = recovery.id
   RETURNING moved`,
);

/** Starts a recovery, or returns the one of this receiver that is already running. */
export async function beginRecovery(
  executor: Executor,
  receiver: string,
  since: Date,
  now: Date,
): Promise<{ begun: boolean; row: RecoveryRow }> {
  const [begun] = await begin.run(executor, { id: newId('rec'), receiver, since, now });
  const [known] = begun ? [begun] : await running.run(executor, { receiver });
  return known ? { begun: known === begun, row: known } : beginRecovery(executor, receiver, since, now);
}

export async function findRecovery(executor: Executor, tenant: string, id: string): Promise<RecoveryRow | undefined> {
  const [row] = await byId.run(executor, { tenant, id });
  return row;
}

/** Runs one step of a recovery. Returns the number of deliveries that are due again; undefined if no recovery is running. */
export async function continueRecovery(executor: Executor, limit: number, now: Date): Promise<number | undefined> {
  const [row] = await step.run(executor, { limit, now });
  return row?.moved;
}
