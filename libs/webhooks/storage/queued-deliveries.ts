import { Conditions, type Executor, jsonTime } from '#platform/database';
import { logOrder } from '#platform/events/sql';
import type { DeliveriesQuery, ListedDelivery } from '../contract.js';
import { MAX_QUEUED } from '../model/delivery.js';
import { IS_SUBSCRIBED } from './due.js';

/** A delivery or queued event, without the reason why it waits. */
export type DeliveryRow = Omit<ListedDelivery, 'waits_for'>;

export type RecordedDelivery = DeliveryRow & { id: string };

/** The last queued event of a page. */
export interface QueuedPosition {
  event: string;
  receiver: string;
}

type QueuedQuery = Pick<DeliveriesQuery, 'receiver' | 'event' | 'limit'> & { before: QueuedPosition | undefined };

/**
 * Lists events that wait for their first attempt, newest first, once for each receiver whose cursor is before them. To bound
 * the cost, a page searches at most `MAX_QUEUED` events.
 */
export async function listQueued(
  executor: Executor,
  tenant: string,
  { receiver, event, before, limit }: QueuedQuery,
): Promise<DeliveryRow[]> {
  const where = new Conditions();
  const owner = where.addParameter(tenant);
  const isReceiver = receiver === undefined ? 'true' : `r.id = ${where.addParameter(receiver)}`;
  const isBefore = before
    ? `(${logOrder('e')}) <= (SELECT ${logOrder('b')} FROM platform.events b
        WHERE b.id = ${where.addParameter(before.event)} AND b.tenant_id = ${owner})`
    : 'true';
  where.add(`(${logOrder('e')}) > (${logOrder('r')})`, IS_SUBSCRIBED);
  where.addIfDefined(event?.toLowerCase(), id => `e.id = ${id}`);
  // A delivery may be recorded although the cursor has not moved.
  where.add('NOT EXISTS (SELECT FROM webhooks.deliveries d WHERE d.event_id = e.id AND d.receiver_id = r.id)');
  if (before)
    where.add(`(e.id <> ${where.addParameter(before.event)} OR r.id < ${where.addParameter(before.receiver)})`);
  const text = `WITH behind AS MATERIALIZED (
      SELECT r.id, r.events, r.environment, ${logOrder('c')} FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id
      WHERE r.tenant_id = ${owner} AND r.state <> 'removed' AND ${isReceiver}
    ),
    recent AS MATERIALIZED (
      SELECT e.* FROM (SELECT ${logOrder('behind')} FROM behind ORDER BY 1, 2, 3 LIMIT 1) c CROSS JOIN LATERAL (
        SELECT e.id, e.type, e.context, ${logOrder('e')} FROM platform.events e
        WHERE e.tenant_id = ${owner} AND (${logOrder('e')}) > (${logOrder('c')}) AND ${isBefore}
        ORDER BY e.epoch DESC, e.transaction_id DESC, e.position DESC LIMIT ${MAX_QUEUED}
      ) e
    ),
    queued AS (
      SELECT e.*, r.id AS receiver_id FROM recent e JOIN behind r ON ${where.toString()}
      ORDER BY e.epoch DESC, e.transaction_id DESC, e.position DESC, r.id DESC LIMIT ${where.addParameter(limit)}
    )
    SELECT NULL AS id, q.receiver_id, q.id AS event_id, q.type AS event_type, 'queued' AS state, NULL AS last_status,
      NULL AS last_reason, e.body::jsonb #>> '{data,domain}' AS domain, e.context #>> '{delivery,effect}' AS altered,
      false AS sending, 0 AS attempts, ${jsonTime('e.recorded_at')} AS created_at, NULL AS delivered_at,
      NULL AS next_attempt_at
    FROM queued q JOIN platform.events e ON e.id = q.id
    ORDER BY q.epoch DESC, q.transaction_id DESC, q.position DESC, q.receiver_id DESC`;
  return where.run(executor, text);
}
