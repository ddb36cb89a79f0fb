import {
  DateTime,
  DateTimeField,
  DateTimeParameter,
  EnumParameter,
  ExportFormat,
  Integer,
  NextCursor,
  NullableDateTime,
  NullableInteger,
  NullableNumber,
  NullableText,
  PageCursor,
  PageLimit,
  Property,
  TextParameter,
} from '#platform/contract';
import { EVENT_TYPES } from '../events/catalogue.js';
import { type Effect, EFFECTS } from '../model/alteration.js';
import { WAIT_REASONS, type WaitReason } from '../model/wait-reason.js';

export class RecoverRequest {
  /** Start of the recovery range (RFC 3339, years 0001–9999), in the past. */
  @DateTimeField() since: string;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States in lists; a `queued` event waits for its first attempt, and has no delivery yet. */
export const LISTED_STATES = ['queued', ...DELIVERY_STATES] as const;

export type ListedState = (typeof LISTED_STATES)[number];

/** Filters for the deliveries of a tenant; a delivery must match all of them. */
export class DeliveryFilter {
  /** Only deliveries to this receiver (ID). @example rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  @TextParameter() receiver?: string;

  /** Only deliveries of this event (ID). @example evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  @TextParameter() event?: string;

  /** Only deliveries in this state. @example failed */
  @EnumParameter({ of: LISTED_STATES }) state?: ListedState;

  /** Only deliveries created since this time (RFC 3339, years 0001–9999), without events that wait for their first attempt. */
  @DateTimeParameter() from?: string;

  /** Only deliveries created before this time (RFC 3339, years 0001–9999), without events that wait for their first attempt. */
  @DateTimeParameter() to?: string;
}

/** The ID of a delivery, or the event and the receiver of one that waits for its first attempt. */
const CURSOR = /^(?:dlv_|evt_[^/]+\/rcv_)[0-9a-f]{32}$/;

export class DeliveriesQuery extends DeliveryFilter {
  @PageCursor('dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012', CURSOR) before?: string;

  @PageLimit('deliveries') limit: number;
}

export class DeliveriesExportQuery extends DeliveryFilter {
  @ExportFormat() format?: 'csv' | 'json';
}

export class TestDelivery {
  /** Delivery of the test event. @example dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  delivery_id: string;
}

/** The delivery of one event to one receiver, or an event that waits for its first attempt. */
export class ListedDelivery {
  @NullableText(
    'Delivery ID; null while the event waits for its first attempt.',
    'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  )
  id: string | null;

  /** Receiver of the delivery. @example rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  receiver_id: string;

  /** Event ID, the `webhook-id` of every attempt. @example evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  event_id: string;

  /** Event type. */
  @Property({ example: EVENT_TYPES[0] }) event_type: string;

  @NullableText('Domain of the event; null for a test event.', 'my-shop.com') domain: string | null;

  /** State of the delivery; `queued` while the event waits for its first attempt. */
  @Property({ enum: LISTED_STATES }) state: ListedState;

  /**
   * Why the delivery waits. `retry`: for the time of its next attempt; `delay`: for its delayed first attempt; `earlier`: for earlier
   * deliveries to the receiver; `limit`: the receiver has the maximum number of attempts in progress; `failing`: a failing receiver gets few
   * attempts at a time; `worker`: for a worker; `off`: the receiver is off, and the delivery will be skipped. Null if it does not wait.
   */
  @Property({ enum: [...WAIT_REASONS, null], type: String, nullable: true, example: null })
  waits_for: WaitReason | null;

  /** Whether an attempt is in progress. */
  sending: boolean;

  /** Number of attempts. @example 1 */
  @Integer() attempts: number;

  @NullableInteger('HTTP status of the last finished attempt; null without a response.', 200)
  last_status: number | null;

  @NullableText('Why the last finished attempt failed; null if it did not.', null) last_reason: string | null;

  /**
   * Time when the delivery was recorded, usually after its first attempt; of a queued one, time when its event was
   * recorded.
   */
  @DateTime() created_at: string;

  @NullableDateTime('Time of the successful attempt; null if there was none.') delivered_at: string | null;

  @NullableDateTime('Time of the next attempt; null if there is none, or while one is in progress.', null)
  next_attempt_at: string | null;

  /** How a fault altered the delivery (see [Faults](/docs/faults)); null if none did. */
  @Property({ enum: [...EFFECTS, null], type: String, nullable: true, example: null }) altered: Effect | null;
}

/** The delivery of one event to one receiver. */
export class DeliveryView extends ListedDelivery {
  /** Delivery ID. @example dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  @Property({}) declare id: string;
}

export class DeliveriesPage {
  /** Deliveries, newest first, queued ones before all others. */
  deliveries: ListedDelivery[];

  @NextCursor('dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012') next: string | null;
}

export class AttemptView {
  /** Number of the attempt; the first is 1. @example 1 */
  @Integer() number: number;

  /** Cause of the attempt. */
  @Property({ enum: ['event', 'retry', 'resend', 'recover', 'test'] })
  trigger: 'event' | 'retry' | 'resend' | 'recover' | 'test';

  /** Start of the attempt. */
  @DateTime() started_at: string;

  @NullableNumber('Duration in milliseconds; null if it is not known.', 84.2) duration_ms: number | null;

  @NullableInteger('HTTP status; null without a response.', 200) status: number | null;

  @NullableText('Why the attempt failed; null if it did not.', null) reason: string | null;

  /** First 4 KiB of the response body, or why there was no response. @example ok */
  answer: string;

  /**
   * Headers of the message, with its signatures, without those that the HTTP client adds; absent if the message could
   * not be signed, and in attempts of earlier releases.
   * @example { "webhook-id": "evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012", "webhook-timestamp": "1763708400" }
   */
  headers?: Record<string, string>;
}

/** A delivery with its body and attempts. */
export class DeliveryDetail extends DeliveryView {
  /** Request body, byte for byte. */
  @Property({ example: '{"type":"domain.registered","timestamp":"2025-11-21T07:00:00.000Z","data":{}}' })
  body: string;

  @NullableText('Order of the event; null if it is about none.', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  order_id: string | null;

  /** Attempts, oldest first. */
  log: AttemptView[];
}

/** The progress of a recovery. */
export class RecoveryView {
  /** Recovery ID. @example rec_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Receiver of the deliveries. @example rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  receiver_id: string;

  /** Start of the recovery range. */
  @DateTime() since: string;

  /** State of the recovery. */
  @Property({ enum: ['running', 'done'] }) state: 'running' | 'done';

  /** Number of deliveries that are pending again. @example 20 */
  @Integer() done: number;

  /**
   * Number of deliveries to recover. If there are more than 50,000, the number grows while the recovery runs.
   * @example 42
   */
  @Integer() total: number;

  /** Time when the recovery was started. */
  @DateTime() created_at: string;

  @NullableDateTime('Time when the recovery was finished; null while it is running.', null) finished_at: string | null;
}
