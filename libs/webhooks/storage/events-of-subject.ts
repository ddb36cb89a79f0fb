import type { BusinessTime } from '#platform/process/clock';
import { jsonTime, Statement } from '#platform/database';
import { logOrder } from '#platform/events/sql';
import type { EventDeliveryView } from '../contract.js';
import type { Effect } from '../model/alteration.js';
import { ATTEMPT_TIMEOUT_MS, type EndedAttempt } from '../model/delivery.js';
import { IS_SUBSCRIBED } from './due.js';

/** A recorded event with its delivery to each subscribed receiver. Deliveries are removed earlier than events. */
export interface EventWithDeliveries {
  id: string;
  type: string;
  occurredAt: BusinessTime;
  /** The body that receivers get. */
  body: string;
  /** Effect of the fault that alters the deliveries, and its rule or `header`. */
  altered: Effect | null;
  alteredBy: string | null;
  deliveries: EventDelivery[];
}

interface EventDelivery {
  /** Null while the event waits for its first attempt. */
  id: string | null;
  receiver: string;
  url: string;
  state: EventDeliveryView['state'];
  attempts: EndedAttempt[];
  /** Time of the next attempt, or start of the attempt in progress; null for a queued event and after the last attempt. */
  nextAttemptAt: string | null;
  isSending: boolean;
}

/**
 * Finds the events with a key, such as the ID of an order, and their deliveries. A delivery is queued while the cursor
 * of its receiver is before the event. While a delivery is being sent, `due_at` is the end of its timeout.
 */
export const eventsOfSubject = new Statement<EventWithDeliveries, { tenant: string; key: string; now: Date }>(
  'webhooks.events-of-subject',
  `SELECT e.id, e.type, e.occurred_at AS "occurredAt", e.body, e.context #>> '{delivery,effect}' AS altered,
     e.context #>> '{delivery,rule}' AS "alteredBy", coalesce((
     SELECT json_agg(json_build_object('id', d.id, 'receiver', r.id, 'url', r.url, 'state', coalesce(d.state, 'queued'),
       'attempts', coalesce(d.attempts, '[]'), 'isSending', coalesce(d.sending AND d.due_at > :now, false),
       'nextAttemptAt', ${jsonTime(`CASE WHEN d.sending AND d.due_at > :now
         THEN d.due_at - interval '${ATTEMPT_TIMEOUT_MS} milliseconds' ELSE d.due_at END`)}) ORDER BY r.created_at, r.id)
     FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id
     LEFT JOIN webhooks.deliveries d ON d.event_id = e.id AND d.receiver_id = r.id
     WHERE r.tenant_id = :tenant AND (d.id IS NOT NULL
       OR r.state = 'on' AND ${IS_SUBSCRIBED} AND (${logOrder('e')}) > (${logOrder('c')}))
   ), '[]') AS deliveries
   FROM platform.events e WHERE e.tenant_id = :tenant AND e.key = :key ORDER BY e.recorded_at, e.id`,
);
