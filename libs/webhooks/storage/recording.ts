import { type Executor, Statement } from '#platform/database';
import { type LogPosition, logOrder } from '#platform/events/sql';
import type { DeliveryChange } from '../model/delivery.js';
import type { Health } from '../model/health.js';
import type { Lease } from './leases.js';

/**
 * CTEs that write the deliveries in the JSON array `:changes`, and the health of the receiver. They are idempotent, because a
 * statement that timed out may have been executed. A failure that is recorded late does not replace a newer success.
 */
const CHANGES = `written AS (
     INSERT INTO webhooks.deliveries AS d (id, tenant_id, receiver_id, event_id, event_type, state, step, trigger, due_at,
       sending, attempts, last_status, last_reason, created_at, delivered_at)
     SELECT id, :tenant, :receiver, "eventId", "eventType", state, step, trigger, "dueAt", "isSending",
       CASE WHEN attempt IS NULL THEN '[]' ELSE jsonb_build_array(attempt) END, (attempt ->> 'status')::smallint,
       attempt ->> 'reason', :now, CASE WHEN "isSuccess" THEN :now::timestamptz END
     FROM jsonb_to_recordset(:changes::jsonb) AS c(id text, "eventId" text, "eventType" text, state text, step int,
       trigger text, "dueAt" timestamptz, "isSending" boolean, "isSuccess" boolean, attempt jsonb)
     -- The receiver of a temporary tenant may have been removed during the attempt.
     WHERE EXISTS (SELECT FROM webhooks.receivers r WHERE r.id = :receiver)
     ON CONFLICT (event_id, receiver_id) DO UPDATE SET state = excluded.state, step = excluded.step,
       trigger = excluded.trigger, due_at = excluded.due_at, sending = excluded.sending,
       attempts = CASE WHEN d.attempts @> excluded.attempts THEN d.attempts ELSE d.attempts || excluded.attempts END,
       last_status = CASE excluded.attempts WHEN '[]' THEN d.last_status ELSE excluded.last_status END,
       last_reason = CASE excluded.attempts WHEN '[]' THEN d.last_reason ELSE excluded.last_reason END,
       delivered_at = coalesce(d.delivered_at, excluded.delivered_at)
     WHERE d.state = 'pending' OR excluded.delivered_at IS NOT NULL
   ),
   receiver_health AS (
     UPDATE webhooks.receivers SET failing_since = CASE
         WHEN :health::jsonb ->> 'failingSince' IS NULL THEN NULL
         WHEN last_success_at > (:health::jsonb ->> 'failingSince')::timestamptz THEN failing_since
         ELSE coalesce(failing_since, (:health::jsonb ->> 'failingSince')::timestamptz) END,
       last_success_at = greatest(last_success_at, (:health::jsonb ->> 'lastSuccessAt')::timestamptz)
     WHERE id = :receiver AND :health::jsonb IS NOT NULL
   )`;

type ChangeValues = { changes: string; tenant: string; receiver: string; health: Health | null; now: Date };

type DueTimes = { again: Date | null; events: string[]; dues: Date[]; held: Date | null };

type BatchValues = ChangeValues & LogPosition & DueTimes & { holder: string; idle: boolean };

/**
 * A lease sets `due_at` to its own end. If they are still equal, the receiver was not marked as due since. A statement
 * does not see the rows that it writes, so `:dues` has the due times of the written deliveries. With `:again`, overdue
 * retries do not make the receiver due earlier, because they wait for the receiver, not for a worker.
 */
const record = new Statement<{ hasLease: boolean }, BatchValues>(
  'webhooks.record',
  `WITH ${CHANGES},
   ended AS MATERIALIZED (
     SELECT :again::timestamptz IS NOT NULL OR :idle AND due_at = leased_until AS ended
     FROM webhooks.cursors WHERE receiver_id = :receiver FOR NO KEY UPDATE
   )
   UPDATE webhooks.cursors SET epoch = :epoch, transaction_id = :transaction::xid8, position = :position,
     holding_until = greatest(holding_until, :held::timestamptz),
     leased_until = CASE WHEN ended THEN NULL ELSE leased_until END,
     due_at = CASE WHEN ended THEN coalesce(:again::timestamptz, least((SELECT min(due) FROM unnest(:dues::timestamptz[]) AS due), (
         SELECT d.due_at FROM webhooks.deliveries d
         WHERE d.receiver_id = :receiver AND d.state = 'pending' AND d.event_id <> ALL(:events::text[])
         ORDER BY d.due_at LIMIT 1))) ELSE due_at END
   FROM ended WHERE receiver_id = :receiver AND holder = :holder
   RETURNING NOT ended AS "hasLease"`,
);

/** Records an attempt that ended after its batch, and marks the receiver as due. */
export const recordLate = new Statement<never, ChangeValues>(
  'webhooks.record-late',
  `WITH ${CHANGES}
   UPDATE webhooks.cursors SET due_at = :now WHERE receiver_id = :receiver AND (due_at IS NULL OR due_at > :now)`,
);

/**
 * Makes waiting retries of a failing receiver due, each at most once; the limit keeps the transaction short. The outer
 * conditions exclude retries that another worker claims or releases at the same time.
 */
export const releaseWaiting = new Statement<{ id: string }, { receiver: string; now: Date; limit: number }>(
  'webhooks.release-waiting',
  `UPDATE webhooks.deliveries SET due_at = :now, step = greatest(step - 1, 0), released = true
   WHERE receiver_id = :receiver AND state = 'pending' AND NOT sending AND NOT released AND attempts <> '[]'
     AND EXISTS (SELECT FROM webhooks.receivers WHERE id = :receiver AND failing_since IS NOT NULL)
     AND event_id = ANY(ARRAY(
     SELECT event_id FROM webhooks.deliveries
     WHERE receiver_id = :receiver AND state = 'pending' AND due_at > :now AND NOT sending AND NOT released
       AND attempts <> '[]' LIMIT :limit))
   RETURNING id`,
);

/** Makes held deliveries due whose events are before one of the sent events. */
export const releaseHeld = new Statement<never, { receiver: string; sent: string[]; now: Date }>(
  'webhooks.release-held',
  `WITH released AS (
     UPDATE webhooks.deliveries d SET due_at = :now
     FROM platform.events e, (
       SELECT ${logOrder('s')} FROM platform.events s WHERE s.id = ANY(:sent) ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT 1
     ) sent
     WHERE d.receiver_id = :receiver AND d.state = 'pending' AND d.due_at > :now AND NOT d.sending AND d.attempts = '[]'
       AND e.id = d.event_id AND e.context #>> '{delivery,effect}' = 'reorder' AND (${logOrder('e')}) < (${logOrder('sent')})
     RETURNING d.id
   )
   UPDATE webhooks.cursors SET due_at = :now
   WHERE receiver_id = :receiver AND (due_at IS NULL OR due_at > :now) AND EXISTS (SELECT FROM released)`,
);

/** What a worker has sent to a receiver. */
export interface SentDeliveries {
  changes: DeliveryChange[];
  /** The log position up to which deliveries were started: the new position of the receiver's cursor. */
  cursor: LogPosition;
  /** Whether nothing is left. The lease then ends, unless the receiver was marked as due meanwhile. */
  isLast: boolean;
}

export interface BatchResult extends SentDeliveries {
  /** Ends the lease in any case, and makes the receiver due at this time; null to continue. */
  dueAgainAt: Date | null;
  /** The new health; null if it has not changed. */
  health: Health | null;
}

/**
 * Records a batch in one statement: deliveries, cursor, lease and health. If the lease was lost in the meantime, the cursor
 * stays. Returns whether the lease is still held.
 */
export async function recordBatch(
  executor: Executor,
  lease: Lease,
  { changes, cursor, isLast: idle, dueAgainAt, health }: BatchResult,
  now: Date,
): Promise<boolean> {
  const row = await record.first(executor, {
    ...lease,
    ...cursor,
    changes: JSON.stringify(changes),
    health,
    now,
    idle,
    again: dueAgainAt,
    events: changes.map(({ eventId }) => eventId),
    dues: changes.flatMap(({ dueAt }) => dueAt ?? []),
    held: changes.findLast(({ isHeld }) => isHeld)?.dueAt ?? null,
  });
  return row?.hasLease ?? false;
}
