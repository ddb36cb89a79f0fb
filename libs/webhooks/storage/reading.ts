import { type Executor, Statement } from '#platform/database';
import { environmentOf, isSettled, type LogPosition, logOrder, selectLogPosition } from '#platform/events/sql';
import { newId } from '#platform/security/ids';
import type { Delivery } from '../model/delivery.js';
import { BATCH_SIZE } from '../model/health.js';
import type { Environment } from '../model/receiver.js';
import type { Lease } from './leases.js';

/** A delivery with its message. */
export interface OutgoingDelivery extends Delivery {
  body: string;
  /** ID of the request that caused the event. */
  requestId: string | null;
  /** `traceparent` of that request. */
  traceparent: string | null;
  recordedAt: Date;
  environment: Environment;
  /** Log position of a new event; undefined for a delivery that has a row. */
  logPosition?: LogPosition;
}

const MESSAGE = `e.body, e.context ->> 'request_id' AS "requestId", e.context ->> 'traceparent' AS traceparent, e.context -> 'delivery' AS alteration,
  e.recorded_at AS "recordedAt", ${environmentOf('e')} AS environment`;

type ClaimValues = { receiver: string; now: Date; until: Date; limit: number };

/** Claims due retries and postponed attempts until the end of their timeout, so that one worker sends each, and returns them. */
export const claimDue = new Statement<OutgoingDelivery, ClaimValues>(
  'webhooks.claim-due',
  `WITH due AS (
     SELECT event_id FROM webhooks.deliveries
     WHERE receiver_id = :receiver AND state = 'pending' AND due_at <= :now
     ORDER BY due_at, event_id LIMIT :limit FOR UPDATE SKIP LOCKED
   ),
   claimed AS (
     UPDATE webhooks.deliveries d SET sending = true, due_at = :until
     FROM due WHERE d.event_id = due.event_id AND d.receiver_id = :receiver
     RETURNING d.*
   )
   SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", d.step, d.trigger,
     jsonb_array_length(d.attempts) + 1 AS number, d.delivered_at IS NOT NULL AS "deliveredBefore", ${MESSAGE}
   FROM claimed d JOIN platform.events e ON e.id = d.event_id ORDER BY ${logOrder('e')}`,
);

type NewEvent = LogPosition &
  Pick<
    OutgoingDelivery,
    'eventId' | 'eventType' | 'body' | 'requestId' | 'traceparent' | 'alteration' | 'recordedAt' | 'environment'
  >;

const newEvents = new Statement<NewEvent, Pick<Lease, 'tenant' | keyof LogPosition>>(
  'webhooks.new-events',
  `SELECT ${selectLogPosition('e')}, e.id AS "eventId", e.type AS "eventType", ${MESSAGE} FROM platform.events e
   WHERE e.tenant_id = :tenant AND (${logOrder('e')}) > (:epoch::int, :transaction::xid8, :position::bigint)
     AND ${isSettled('e')}
   ORDER BY ${logOrder('e')} LIMIT ${BATCH_SIZE}`,
);

/** First attempts for the next events after the cursor of a receiver, in the order of the log. */
export async function readNewEvents(executor: Executor, lease: Lease): Promise<OutgoingDelivery[]> {
  const rows = await newEvents.run(executor, lease);
  return rows.map(firstDelivery);
}

function firstDelivery({ epoch, transaction, position, ...event }: NewEvent): OutgoingDelivery {
  const logPosition = { epoch, transaction, position };
  return { ...event, id: newId('dlv'), step: 0, trigger: 'event', number: 1, deliveredBefore: false, logPosition };
}
