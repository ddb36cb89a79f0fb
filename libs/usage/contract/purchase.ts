import { type OrderStatus, STATUSES } from '#orders/contract';
import { DateTime, Integer, NullableDateTime, NullableNumber, NullableText, Property } from '#platform/contract';

const KINDS = [
  'search',
  'order',
  'payment',
  'cancellation',
  'registration',
  'event',
  'attempt',
  'renewal',
  'expiry',
] as const;
const OUTCOMES = ['ok', 'failed', 'waiting', 'planned'] as const;

const VERDICTS = [
  'not_paid',
  'declined',
  'paid',
  'answer_lost',
  'pending',
  'action_required',
  'failed',
  'canceled',
  'refunded',
  'expired',
] as const;

/** The logged request of a step. */
export class StepRequest {
  /** ID of the request in the log. @example log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI */
  id: string;

  /** `X-Request-Id` of the response. @example req_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  request_id: string;

  /** Path of the route. @example /api/v1/sandbox/domains/checkout */
  endpoint: string;

  /** HTTP status. @example 200 */
  @Integer() status: number;

  @NullableText('ID of the API key, or `storefront`.', 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012') key: string | null;

  /** Whether the response repeats an earlier result. */
  replayed: boolean;

  /** Whether a fault kept the response, or its end, from the client. */
  lost: boolean;
}

/** The fault that changed a step. */
export class StepFault {
  @NullableText('Kind of the fault, with its phase or effect; null for requests of earlier releases.', 'reset/after')
  kind: string | null;

  /** ID of its rule, `header`, or `storefront`. @example flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  source: string;
}

/** One step of a purchase. */
export class PurchaseStep {
  /** Kind of the step; `attempt` is an attempt to deliver an event. */
  @Property({ enum: KINDS }) kind: (typeof KINDS)[number];

  /** Outcome; `planned` steps are in the future of the tenant. */
  @Property({ enum: OUTCOMES }) outcome: (typeof OUTCOMES)[number];

  /** Real time of the step; of a planned one, by the clock of the tenant. */
  @DateTime() at: string;

  @NullableDateTime('Time by the clock of the tenant, if the step has one.') business_at: string | null;

  /** Summary for people. @example Payment */
  title: string;

  @NullableText('Error code, or the reason or status of a delivery attempt.', null) detail: string | null;

  @NullableNumber('Duration in milliseconds; null if it is not known.', 3.2) duration_ms: number | null;

  /** Fault that changed the step; null for nearly all. */
  @Property({ type: StepFault, nullable: true, example: null }) fault: StepFault | null;

  /** Request of the step; null if it has none, or if it is not in the log any more. */
  request: StepRequest | null;

  @NullableText('Event of the step.', 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012') event_id: string | null;

  @NullableText('Delivery of the step.', 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012') delivery_id: string | null;

  @NullableText('Order of the step, if it is another one: that of a renewal.', null) order_id: string | null;
}

/** What became of a purchase. */
export class PurchaseVerdict {
  /** State of the purchase; `answer_lost` if it was charged and the client does not know. */
  @Property({ enum: VERDICTS }) state: (typeof VERDICTS)[number];

  /**
   * Whether the customer was charged, and what the client knows about it. Real times in it have milliseconds, those by
   * the clock of the tenant have none.
   */
  @Property({
    example:
      'Charged once. The response of 2026-11-28T02:02:05.310Z did not reach your shop (fault reset/after, flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012); a repeat with the same payment reference would get the stored response.',
  })
  text: string;
}

/** Everything that happened to an order, in order of time. */
export class PurchaseView {
  /** Order ID. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Ordered domain. @example my-shop.com */
  domain: string;

  /** Status of the order. */
  @Property({ enum: STATUSES }) status: OrderStatus;

  /** What became of the purchase. */
  verdict: PurchaseVerdict;

  /** Steps, oldest first. */
  steps: PurchaseStep[];
}
