import { type Executor, Statement } from '#platform/database';
import { isSettled, type Place, placeOf, selectPlace } from '#platform/events/sql';
import { newId } from '#platform/ids';
import type { Delivery } from '../model/delivery.js';
import type { Lease } from './cursors.js';

/** A delivery with its message. */
export interface OutgoingDelivery extends Delivery {
  body: string;
  /** ID of the request that caused the event. */
  requestId: string | null;
  recordedAt: Date;
  /** The place of a new event; undefined for a retry. */
  place?: Place;
}

/** Longer than an attempt can take; short, so that attempts of a lost worker are repeated within 30 seconds. */
const ATTEMPT_TIMEOUT_MS = 25_000;

const MESSAGE = `e.body, e.context ->> 'request_id' AS "requestId", e.recorded_at AS "recordedAt"`;

type ClaimValues = { receiver: string; now: Date; until: Date; limit: number };

const claim = new Statement<OutgoingDelivery, ClaimValues>(
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
   FROM claimed d JOIN platform.events e ON e.id = d.event_id ORDER BY ${placeOf('e')}`,
);

type NewEventValues = { tenant: string; epoch: number; transaction: string; position: string };

/** Maximum number of new events per batch. */
export const BATCH_SIZE = 100;

type NewEventRow = Place & Pick<OutgoingDelivery, 'eventId' | 'eventType' | 'body' | 'requestId' | 'recordedAt'>;

const newEvents = new Statement<NewEventRow, NewEventValues>(
  'webhooks.new-events',
  `SELECT ${selectPlace('e')}, e.id AS "eventId", e.type AS "eventType", ${MESSAGE} FROM platform.events e
   WHERE e.tenant_id = :tenant AND (${placeOf('e')}) > (:epoch::int, :transaction::xid8, :position::bigint)
     AND ${isSettled('e')}
   ORDER BY ${placeOf('e')} LIMIT ${BATCH_SIZE}`,
);

/** Claims retries that are due until the end of their timeout, so that each is sent by one worker, and returns them. */
export const claimRetries = (executor: Executor, receiver: string, limit: number, now: Date) =>
  claim.run(executor, { receiver, limit, now, until: attemptDeadline(now) });

/** Time after which an attempt that starts now is repeated. */
export const attemptDeadline = (now: Date): Date => new Date(now.getTime() + ATTEMPT_TIMEOUT_MS);

/** The first deliveries after the cursor of a receiver, in the order of the log. */
export async function readNewEvents(
  executor: Executor,
  { tenantId, epoch, transaction, position }: Lease,
): Promise<OutgoingDelivery[]> {
  const values = { tenant: tenantId, epoch, transaction: transaction, position };
  const rows = await newEvents.run(executor, values);
  return rows.map(({ eventId, eventType, body, requestId, recordedAt, ...place }) => ({
    id: newId('dlv'),
    eventId,
    eventType,
    step: 0,
    trigger: 'event',
    number: 1,
    deliveredBefore: false,
    body,
    requestId,
    recordedAt,
    place,
  }));
}
