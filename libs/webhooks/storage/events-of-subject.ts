import type { BusinessTime } from '#platform/clock';
import { Statement } from '#platform/database';
import { placeOf } from '#platform/events/sql';
import type { AttemptView, EventDeliveryView } from '../contract.js';
import { IS_SUBSCRIBED } from './due.js';

/** A recorded event with its delivery to each subscribed receiver. Deliveries are removed earlier than events. */
export interface EventWithDeliveries {
  id: string;
  type: string;
  occurredAt: BusinessTime;
  /** The body that receivers get. */
  body: string;
  deliveries: EventDelivery[];
}

export interface EventDelivery {
  /** Null before the end of the first attempt. */
  id: string | null;
  receiver: string;
  url: string;
  state: EventDeliveryView['state'];
  attempts: AttemptView[];
}

/** An event waits for its first attempt while the cursor of the receiver is before it. */
export const eventsOfSubject = new Statement<EventWithDeliveries, { tenant: string; key: string }>(
  'webhooks.events-of-subject',
  `SELECT e.id, e.type, e.occurred_at AS "occurredAt", e.body, coalesce((
     SELECT json_agg(json_build_object('id', d.id, 'receiver', r.id, 'url', r.url, 'state', coalesce(d.state, 'queued'),
       'attempts', coalesce(d.attempts, '[]')) ORDER BY r.created_at, r.id)
     FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id
     LEFT JOIN webhooks.deliveries d ON d.event_id = e.id AND d.receiver_id = r.id
     WHERE r.tenant_id = :tenant AND (d.id IS NOT NULL
       OR r.state = 'on' AND ${IS_SUBSCRIBED} AND (${placeOf('e')}) > (${placeOf('c')}))
   ), '[]') AS deliveries
   FROM platform.events e WHERE e.tenant_id = :tenant AND e.key = :key ORDER BY e.recorded_at, e.id`,
);
