import { type Executor, jsonTime, Statement } from '#platform/database';
import { newId } from '#platform/security/ids';
import type { RecoveryView } from '../contract.js';
import { WebhookTest } from '../events/webhook-test.js';

/** Columns of `RecoveryView`. */
const VIEW = `id, receiver_id, ${jsonTime('since')} AS since, state, done, total, ${jsonTime('created_at')} AS created_at,
  ${jsonTime('finished_at')} AS finished_at`;

/** Failed, skipped, or waiting for a retry after a failed attempt. Test events are not recovered. */
const IS_UNDELIVERED = `d.state <> 'delivered' AND d.event_type <> '${WebhookTest.type}'
  AND (d.state <> 'pending' OR d.last_reason IS NOT NULL AND NOT d.sending)`;

/** Maximum number of deliveries that are counted at the start; the total of a larger recovery grows while it runs. */
const MAX_COUNTED = 50_000;

type Beginning = { id: string; tenant: string; receiver: string; since: Date; now: Date };

const begin = new Statement<RecoveryView, Beginning>(
  'webhooks.begin-recovery',
  `INSERT INTO webhooks.recoveries (id, tenant_id, receiver_id, since, until, reached_at, reached_id, state, done, total,
     created_at, stepped_at)
   SELECT :id, :tenant, :receiver, :since, :now, :since, '', 'running', 0, count(*), :now, :now FROM (
     SELECT FROM webhooks.deliveries d
     WHERE d.receiver_id = :receiver AND ${IS_UNDELIVERED} AND d.created_at >= :since AND d.created_at <= :now
     LIMIT ${MAX_COUNTED}
   ) undelivered
   ON CONFLICT (receiver_id) WHERE state = 'running' DO NOTHING RETURNING ${VIEW}`,
);

const running = new Statement<RecoveryView, { receiver: string }>(
  'webhooks.running-recovery',
  `SELECT ${VIEW} FROM webhooks.recoveries WHERE receiver_id = :receiver AND state = 'running'`,
);

export const findRecovery = new Statement<RecoveryView, { tenant: string; id: string }>(
  'webhooks.recovery',
  `SELECT ${VIEW} FROM webhooks.recoveries WHERE tenant_id = :tenant AND id = :id`,
);

/**
 * One step of the recovery that has waited longest: makes a batch of deliveries due again and counts them, in one
 * statement. Returns no row if none is running. The cursor (`reached_at`, `reached_id`) only moves forward, so a delivery
 * that fails again is not repeated. The bounds are subselects, so that the index scan starts at the cursor.
 */
export const continueRecovery = new Statement<{ moved: number }, { limit: number; now: Date }>(
  'webhooks.recovery-step',
  `WITH recovery AS MATERIALIZED (
     SELECT * FROM webhooks.recoveries WHERE state = 'running' ORDER BY stepped_at LIMIT 1 FOR UPDATE SKIP LOCKED
   ),
   undelivered AS (
     SELECT d.tenant_id, d.id, d.created_at FROM webhooks.deliveries d
     WHERE d.receiver_id = (SELECT receiver_id FROM recovery) AND ${IS_UNDELIVERED}
       AND (d.created_at, d.id) > ((SELECT reached_at FROM recovery), (SELECT reached_id FROM recovery))
       AND d.created_at <= (SELECT until FROM recovery)
     ORDER BY d.created_at, d.id LIMIT :limit FOR UPDATE OF d
   ),
   reached AS (
     SELECT count(*)::int AS moved, max(created_at) AS at, (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS id
     FROM undelivered
   ),
   rescheduled AS (
     UPDATE webhooks.deliveries d SET state = 'pending', trigger = 'recover', due_at = :now, step = 0
     FROM undelivered u WHERE d.tenant_id = u.tenant_id AND d.id = u.id
   ),
   due AS (
     UPDATE webhooks.cursors c SET due_at = :now
     FROM recovery, reached WHERE c.receiver_id = recovery.receiver_id AND moved > 0
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
  { tenantId, id: receiver }: { tenantId: string; id: string },
  since: Date,
  now: Date,
): Promise<{ begun: boolean; row: RecoveryView }> {
  const [begun] = await begin.run(executor, { id: newId('rec'), tenant: tenantId, receiver, since, now });
  const [known] = begun ? [begun] : await running.run(executor, { receiver });
  return known
    ? { begun: known === begun, row: known }
    : beginRecovery(executor, { tenantId, id: receiver }, since, now);
}
