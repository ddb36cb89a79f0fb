import { Statement } from '#platform/database';
import type { AttemptView, DeliveryView } from '../contract.js';
import { IS_SUBSCRIBED } from './due.js';

/** A recorded event, and what became of it at each receiver that it is for. */
export interface EventWithDeliveries {
  id: string;
  /** The body that receivers get. */
  body: string;
  deliveries: EventDelivery[];
}

export interface EventDelivery {
  url: string;
  /** `queued` before the end of the first attempt. */
  state: DeliveryView['state'] | 'queued';
  attempts: AttemptView[];
}

/** Newer receivers get only events that were recorded after them, unless somebody resends older ones. */
export const eventsOfSubject = new Statement<EventWithDeliveries, { tenant: string; key: string }>(
  'webhooks.events-of-subject',
  `SELECT e.id, e.body, coalesce((
     SELECT json_agg(json_build_object('url', r.url, 'state', coalesce(d.state, 'queued'),
       'attempts', coalesce(d.attempts, '[]')) ORDER BY r.created_at, r.id)
     FROM webhooks.receivers r LEFT JOIN webhooks.deliveries d ON d.event_id = e.id AND d.receiver_id = r.id
     WHERE r.tenant_id = :tenant AND (d.id IS NOT NULL
       OR r.state = 'on' AND r.created_at <= e.recorded_at AND ${IS_SUBSCRIBED})
   ), '[]') AS deliveries
   FROM platform.events e WHERE e.tenant_id = :tenant AND e.key = :key ORDER BY e.recorded_at, e.id`,
);
