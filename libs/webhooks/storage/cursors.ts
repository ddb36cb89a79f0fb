import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Executor, notification, NOTIFY, Statement } from '#platform/database';
import { cursorOf, type Place, placeOf, selectPlace } from '#platform/events/sql';
import { WebhookTest } from '../events/webhook-test.js';
import { MAX_QUEUED } from '../model/delivery.js';
import { DUE } from '../topics.js';
import type { SealedSecret } from './secrets.js';

/** Name of the consumer that marks receivers as due when there are new events. */
export const WAKE = 'webhooks.wake';

/** Whether the receiver `r` subscribed to the type of the event `e`. Test events have a delivery from the start. */
export const IS_SUBSCRIBED = `e.type <> '${WebhookTest.type}' AND (r.events = '{}' OR e.type = ANY(r.events))`;

const markNewEvents = new Statement<never, { tenants: string[]; types: string[]; now: Date }>(
  'webhooks.mark-new-events',
  `UPDATE webhooks.cursors c SET due_at = :now
   FROM unnest(:tenants::text[], :types::text[]) AS e(tenant, type) JOIN webhooks.receivers r ON r.tenant_id = e.tenant
   WHERE c.receiver_id = r.id AND r.state <> 'removed' AND ${IS_SUBSCRIBED}
     AND (c.due_at IS NULL OR c.due_at > :now)`,
);

/** Marks receivers as due. A running job notices it before it ends. */
export const markReceiversDue = new Statement<never, { receivers: string[]; now: Date }>(
  'webhooks.mark-due',
  `UPDATE webhooks.cursors SET due_at = :now
   WHERE receiver_id = ANY(:receivers) AND (due_at IS NULL OR due_at > :now)`,
);

/** A receiver with work. */
export interface DueReceiver {
  id: string;
  isFailing: boolean;
  /** ID of its last lease; null before the first. */
  holder: string | null;
}

/** Returns receivers that are due and not leased. They become due again at `again`, in case their jobs are lost. */
export const takeDueReceivers = new Statement<DueReceiver, { now: Date; again: Date; limit: number }>(
  'webhooks.take-due',
  `WITH due AS MATERIALIZED (
     SELECT receiver_id FROM webhooks.cursors
     WHERE due_at <= :now AND (leased_until IS NULL OR leased_until <= :now)
     ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks.cursors c SET due_at = :again
   FROM due JOIN webhooks.receivers r ON r.id = due.receiver_id WHERE c.receiver_id = due.receiver_id
   RETURNING r.id, r.failing_since IS NOT NULL AS "isFailing", c.holder`,
);

const queued = new Statement<{ id: string; count: number }, { receivers: string[] }>(
  'webhooks.count-queued',
  `SELECT r.id, (
     SELECT count(*)::int FROM (
       SELECT FROM platform.events e
       WHERE e.tenant_id = r.tenant_id AND (${placeOf('e')}) > (${placeOf('c')}) AND ${IS_SUBSCRIBED}
       LIMIT ${MAX_QUEUED + 1}
     ) queued
   ) AS count
   FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id WHERE r.id = ANY(:receivers)`,
);

const oldest = new Statement<{ seconds: number }, { now: Date }>(
  'webhooks.oldest-due',
  `SELECT coalesce(extract(epoch FROM :now::timestamptz - min(waiting.since)), 0)::float8 AS seconds
   FROM webhooks.cursors c JOIN webhooks.receivers r ON r.id = c.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL (
     (SELECT e.recorded_at AS since FROM platform.events e
      WHERE e.tenant_id = r.tenant_id AND (${placeOf('e')}) > (${placeOf('c')}) AND ${IS_SUBSCRIBED}
      ORDER BY ${placeOf('e')} LIMIT 1)
     UNION ALL
     (SELECT d.due_at FROM webhooks.deliveries d
      WHERE d.receiver_id = r.id AND d.state = 'pending' AND d.due_at <= :now ORDER BY d.due_at LIMIT 1)
   ) waiting WHERE c.due_at IS NOT NULL`,
);

/** The exclusive right to move the cursor of a receiver, with everything that sending needs. */
export interface Lease extends Place {
  receiverId: string;
  tenantId: string;
  /** ID of the lease. */
  holder: string;
  url: string;
  state: 'on' | 'off' | 'removed';
  /** Event types; an empty list means all. */
  events: string[];
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  /** The valid secrets of the receiver, newest first. */
  secrets: SealedSecret[];
  /** Whether retries are due. */
  hasDue: boolean;
  /** Number of slow attempts that are still running. */
  sending: number;
}

type LeaseValues = { receiver: string; holder: string; now: Date; until: Date };

/**
 * Leases a receiver until a time, or renews the lease. Clears the mark that the receiver is due, so its work must be read
 * afterwards, not before. Returns no row if another worker holds the lease.
 */
export const leaseReceiver = new Statement<Lease, LeaseValues>(
  'webhooks.lease',
  `UPDATE webhooks.cursors c SET leased_until = :until, due_at = :until, holder = :holder
   FROM webhooks.receivers r
   WHERE c.receiver_id = :receiver AND r.id = c.receiver_id AND (c.leased_until IS NULL OR c.leased_until <= :now OR c.holder = :holder)
   RETURNING r.id AS "receiverId", r.tenant_id AS "tenantId", c.holder, r.url, r.state, r.events,
     r.failing_since AS "failingSince", r.last_success_at AS "lastSuccessAt", ${selectPlace('c')},
     (SELECT coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed) ORDER BY s.created_at DESC, s.id DESC), '[]')
      FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)) AS secrets,
     EXISTS (SELECT FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.state = 'pending' AND d.due_at <= :now) AS "hasDue",
     (SELECT count(*)::int FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.sending AND d.due_at > :now) AS sending`,
);

/**
 * A new receiver gets the events that have not been announced to receivers yet. It is due, because they may be announced
 * before this transaction ends.
 */
export const addCursor = (tx: EntityManager, receiver: string, now: Date): Promise<unknown> =>
  tx.query(
    `INSERT INTO webhooks.cursors (receiver_id, epoch, transaction_id, position, due_at)
     SELECT $1, c.*, $2 FROM (${cursorOf(WAKE)}) c`,
    [receiver, now],
  );

/** Marks receivers that subscribed to these types of events as due. */
export const markReceiversWithNewEvents = (
  executor: Executor,
  newEvents: { tenantId: string; type: string }[],
  now: Date,
): Promise<never[]> =>
  markNewEvents.run(executor, {
    tenants: newEvents.map(({ tenantId }) => tenantId),
    types: newEvents.map(({ type }) => type),
    now,
  });

/** Marks a receiver as due, and notifies the workers when the transaction commits. */
export async function announceDue(tx: PoolClient, receiver: string, now: Date): Promise<void> {
  await markReceiversDue.run(tx, { receivers: [receiver], now });
  await tx.query(NOTIFY, notification(DUE, receiver));
}

/** Age of the oldest delivery that is due and not sent yet, in seconds; 0 if there is none. */
export const ageOfOldestDue = async (executor: Executor, now: Date): Promise<number> =>
  (await oldest.first(executor, { now }))?.seconds ?? 0;

/** The number of events that wait for their first attempt, by receiver; at most `MAX_QUEUED` + 1. */
export async function countQueued(executor: Executor, receivers: string[]): Promise<Map<string, number>> {
  const rows = await queued.run(executor, { receivers });
  return new Map(rows.map(({ id, count }) => [id, count]));
}
