import { type OrderStatus, STATUSES } from '#orders/contract';
import { DateTime, Integer, NullableDateTime, NullableText, Property } from '#platform/contract';

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

  /** Request of the step; null if it has none, or if it is not in the log any more. */
  request: StepRequest | null;

  @NullableText('Event of the step.', 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012') event_id: string | null;

  @NullableText('Delivery of the step.', 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012') delivery_id: string | null;

  @NullableText('Order of the step, if it is another one: that of a renewal.', null) order_id: string | null;
}

/** Everything that happened to an order, in order of time. */
export class PurchaseView {
  /** Order ID. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Ordered domain. @example my-shop.com */
  domain: string;

  /** Status of the order. */
  @Property({ enum: STATUSES }) status: OrderStatus;

  /** Steps, oldest first. */
  steps: PurchaseStep[];
}
