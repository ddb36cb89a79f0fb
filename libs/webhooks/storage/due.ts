import type { EntityManager } from 'typeorm';
import { notification, NOTIFY, Statement } from '#platform/database';
import { environmentOf, logOrder, PRESENT_LOG_POSITION } from '#platform/events/sql';
import { isSuspended } from '#tenancy/sql';
import { RESENT_EVENT } from '../events/resent-event.js';
import { WebhookTest } from '../events/webhook-test.js';
import { LATE_MS, type ReceiverLoad } from '../model/wait-reason.js';
import { LEASED_FOR_MOVE, isFree } from './leases.js';
import { DUE } from '../topics.js';

/** Name of the consumer that marks receivers as due when there are new events. */
export const WAKE = 'webhooks.wake';

/**
 * Whether the receiver `r` subscribed to the type of the event `e`. Excludes test events and resent events, which have
 * deliveries already.
 */
const IS_TYPE_SUBSCRIBED = `e.type NOT IN ('${WebhookTest.type}', '${RESENT_EVENT}') AND (r.events = '{}' OR e.type = ANY(r.events))`;

/** Whether the receiver `r` gets the event `e`, whose column `context` must be selected. */
export const IS_SUBSCRIBED = `${IS_TYPE_SUBSCRIBED} AND ${environmentOf('e')} = r.environment`;

/** Marks receivers as due that have subscribed to the types. Receivers of the other environment find nothing to send. */
export const markSubscribers = new Statement<never, { tenants: string[]; types: string[]; now: Date }>(
  'webhooks.mark-new-events',
  `UPDATE webhooks.cursors c SET due_at = :now
   FROM (SELECT DISTINCT * FROM unnest(:tenants::text[], :types::text[]) AS e(tenant, type)) e
   JOIN webhooks.receivers r ON r.tenant_id = e.tenant
   WHERE c.receiver_id = r.id AND r.state <> 'removed' AND ${IS_TYPE_SUBSCRIBED}
     AND (c.due_at IS NULL OR c.due_at > :now)`,
);

/** Marks receivers as due. A running job notices the mark before it ends. */
export const markReceiversDue = new Statement<never, { receivers: string[]; now: Date }>(
  'webhooks.mark-due',
  `UPDATE webhooks.cursors SET due_at = :now
   WHERE receiver_id = ANY(:receivers) AND (due_at IS NULL OR due_at > :now)`,
);

/** Marks a receiver as due, and notifies the workers when the transaction commits. */
export async function announceDue(tx: EntityManager, receiver: string, now: Date): Promise<void> {
  await markReceiversDue.run(tx, { receivers: [receiver], now });
  await tx.query(NOTIFY, notification(DUE, receiver));
}

/**
 * A new receiver gets the events that are not settled yet, and all later ones. It is due from the start, because those
 * events may be announced before this transaction ends.
 */
export const addCursor = (tx: EntityManager, receiver: string, now: Date): Promise<unknown> =>
  tx.query(
    `INSERT INTO webhooks.cursors (receiver_id, epoch, transaction_id, position, due_at)
     SELECT $1, c.epoch, c.transaction::xid8, c.position::bigint, $2 FROM (SELECT ${PRESENT_LOG_POSITION}) c`,
    [receiver, now],
  );

/** A receiver with work. */
export interface DueReceiver {
  id: string;
  isFailing: boolean;
  /** ID of its last lease; null before the first. */
  holder: string | null;
}

/** Claims receivers that are due and not leased. They become due again at `again`, in case their jobs are lost. */
export const claimDueReceivers = new Statement<DueReceiver, { now: Date; again: Date; limit: number }>(
  'webhooks.take-due',
  `WITH due AS MATERIALIZED (
     SELECT c.receiver_id FROM webhooks.cursors c WHERE c.due_at <= :now AND ${isFree('c')}
     ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks.cursors c SET due_at = :again
   FROM due JOIN webhooks.receivers r ON r.id = due.receiver_id WHERE c.receiver_id = due.receiver_id
   RETURNING r.id, r.failing_since IS NOT NULL AS "isFailing", c.holder`,
);

/** Time since which the oldest delivery of the receiver `r` with the cursor `c` could have been sent; no row if none waits. */
const OLDEST_DUE = `(
     (SELECT e.recorded_at AS since FROM platform.events e
      WHERE e.tenant_id = r.tenant_id AND (${logOrder('e')}) > (${logOrder('c')}) AND ${IS_SUBSCRIBED}
      ORDER BY ${logOrder('e')} LIMIT 1)
     UNION ALL
     (SELECT d.due_at FROM webhooks.deliveries d
      WHERE d.receiver_id = r.id AND d.state = 'pending' AND d.due_at <= :now ORDER BY d.due_at LIMIT 1)
   )`;

/**
 * Whether the due deliveries of the receiver `r` with the cursor `c` wait for the receiver, which fails or responds
 * slowly, and not for a worker: the receiver is leased, or was due at most `LATE_MS` ago.
 */
const WAITS_FOR_RECEIVER = `(
     (r.failing_since IS NOT NULL OR EXISTS (SELECT FROM webhooks.deliveries slow
        WHERE slow.receiver_id = r.id AND slow.sending AND slow.due_at > :now))
     AND (c.leased_until > :now OR c.due_at > :now::timestamptz - interval '${LATE_MS} milliseconds'))`;

/**
 * Age in seconds of the oldest delivery that is due and not sent yet; 0 without one. `blocked` selects deliveries that
 * wait for their receivers, or else the others. Tenants that are being moved are ignored.
 */
export const ageOfOldestDue = new Statement<{ seconds: number }, { now: Date; blocked: boolean }>(
  'webhooks.oldest-due',
  `SELECT coalesce(extract(epoch FROM :now::timestamptz - min(waiting.since)), 0)::float8 AS seconds
   FROM webhooks.cursors c JOIN webhooks.receivers r ON r.id = c.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL ${OLDEST_DUE} waiting
   WHERE c.due_at IS NOT NULL AND (c.leased_until IS DISTINCT FROM ${LEASED_FOR_MOVE} OR NOT ${isSuspended('r.tenant_id')})
     AND ${WAITS_FOR_RECEIVER} = :blocked`,
);

/** The load of a receiver, with its ID, URL and tenant. */
export interface LoadedReceiver extends ReceiverLoad {
  id: string;
  url: string;
  tenantId: string;
}

const LOAD = `r.id, r.url, r.tenant_id AS "tenantId", r.state, r.failing_since AS "failingSince",
  r.last_success_at AS "lastSuccessAt", c.leased_until AS "leasedUntil", c.due_at AS "dueAt",
  (SELECT count(*)::int FROM webhooks.deliveries d
   WHERE d.receiver_id = r.id AND d.sending AND d.due_at > :now) AS "slowAttempts"`;

/** The load of the receivers of a tenant. */
export const loadOfReceivers = new Statement<LoadedReceiver, { tenant: string; now: Date }>(
  'webhooks.load',
  `SELECT ${LOAD} FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id
   WHERE r.tenant_id = :tenant AND r.state <> 'removed'`,
);

/** Receivers of all tenants that have kept a due delivery waiting since before a time, longest wait first. */
export const receiversBehind = new Statement<
  LoadedReceiver & { since: Date },
  { now: Date; before: Date; limit: number }
>(
  'webhooks.behind',
  `SELECT ${LOAD}, waiting.since FROM webhooks.cursors c JOIN webhooks.receivers r ON r.id = c.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL (SELECT min(since) AS since FROM ${OLDEST_DUE} due) waiting
   WHERE c.due_at IS NOT NULL AND ${WAITS_FOR_RECEIVER} AND waiting.since < :before ORDER BY waiting.since LIMIT :limit`,
);
