import { IntersectionType } from '@nestjs/swagger';
import { DomainField, Owner, RegistrationEntry, RegistrationSettings } from '#domains/contract';
import { MaxAmount, MaxAmountField, ORDER_ID, OrderDetails } from '#orders/contract';
import {
  DateTime,
  EnumField,
  EnumParameter,
  Integer,
  IntegerField,
  NextCursor,
  NullableDateTime,
  NullableInteger,
  NullableText,
  ObjectField,
  OpaquePageCursor,
  PageCursor,
  PageLimit,
  Property,
  Source,
  TextField,
  WithSource,
} from '#platform/contract';
import { MAX_REASON_LENGTH } from './model/kill-switch.js';

const STATES = ['on', 'off'] as const;

/** The kill switch, for the command line. */
export class SwitchView {
  /** Whether the live registrar API is switched on. */
  @Property({ enum: STATES }) state: 'on' | 'off';

  @NullableText('Reason for the change; null if the switch was never changed.', 'maintenance at the registrar')
  reason: string | null;

  @NullableText('Who made the change; null if the switch was never changed.', 'ada@example.com')
  changed_by: string | null;

  @NullableDateTime('Time of the change; null if the switch was never changed.') changed_at: string | null;
}

/** The kill switch, for the portal. */
export class RegistrarView extends SwitchView {
  /** Whether a registrar is connected. */
  connected: boolean;
}

export class SwitchHistory {
  /** Changes, newest first. */
  entries: SwitchView[];

  @NextCursor('turn_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') next: string | null;
}

/** Prefix of the opaque cursors of the history. */
export const HISTORY_PREFIX = 'turn';

export class SwitchHistoryQuery {
  @OpaquePageCursor('turn_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') before?: string;

  @PageLimit('changes') limit: number;
}

export class SwitchChange {
  /** New state. */
  @EnumField({ of: STATES }) state: 'on' | 'off';

  /** Reason for the change, kept in the history. @example "maintenance at the registrar" */
  @TextField({ max: MAX_REASON_LENGTH }) reason: string;

  /** The new state in capitals, as confirmation. */
  @EnumField({ of: ['ON', 'OFF'] }) confirm: 'ON' | 'OFF';
}

export class LiveOrderRequest {
  @DomainField() domain: string;

  /** Years to register the domain for; the registrar registers for one year. @example 1 */
  @IntegerField({ min: 1, max: 1 }) years: number;

  /**
   * Registrant of the domain. Besides the fields that are always required, the registrar requires `phone`, `country`, `address1`,
   * `city`, `state`, `postal_code`, and those of `extra` that the registry of the TLD requires.
   */
  @ObjectField(Owner) owner: Owner;

  @MaxAmountField() max_amount?: MaxAmount;

  /** Settings of the registration. Only `privacy` is supported, and `auto_renew` must be false. */
  @ObjectField(RegistrationSettings, { optional: true }) settings?: RegistrationSettings;
}

export class LiveRenewalRequest {
  @DomainField() domain: string;

  /** Years to renew the registration for (1–9). @example 1 */
  @IntegerField({ min: 1, max: 9 }) years: number;

  @MaxAmountField() max_amount?: MaxAmount;
}

export class LivePaymentRequest {
  /** Payment method: `account`, the credit of the tenant. @example account */
  @TextField({ max: 255 }) method: string;

  /** Your reference for the payment. A reference can be used for one order only. @example invoice-2041 */
  @TextField({ max: 255 }) reference: string;
}

export class LiveCheckoutRequest {
  /** The `order_id` returned by the order call. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ max: 255 }) order_id: string;

  /** Payment from the credit of the tenant. */
  @ObjectField(LivePaymentRequest) payment: LivePaymentRequest;
}

class LiveFailure {
  /** Code of the reason, for programs. @example DOMAIN_TAKEN */
  code: string;

  /** What happened, for people. @example "The domain is taken." */
  message: string;
}

export class LiveOrderDetails extends OrderDetails {
  /** Why the order failed; null if it did not. */
  @Property({ type: LiveFailure, nullable: true, example: null }) failure: LiveFailure | null;
}

export class LiveOrderResult extends IntersectionType(LiveOrderDetails, WithSource) {}

export class LiveOrderList {
  /** Orders, newest first. */
  orders: LiveOrderDetails[];

  @NextCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012', 'after') next: string | null;

  /** Origin of the result. */
  meta: Source;
}

/** A domain that the tenant has bought at the registrar. */
export class LiveRegistrationDetails extends RegistrationEntry {
  /** Status of the registration. */
  @Property({ enum: ['registered', 'expired'] }) status: 'registered' | 'expired';

  /** Years from `registered_at` to `expires_at`. @example 1 */
  @Integer() years: number;
}

export class LiveRegistrationResult extends IntersectionType(LiveRegistrationDetails, WithSource) {}

export class LiveRegistrationList {
  /** Registrations, newest first. */
  registrations: LiveRegistrationDetails[];

  @NextCursor('1763708400000_example.com', 'after') next: string | null;

  /** Origin of the result. */
  meta: Source;
}

/** The prepaid account of a tenant for live orders, in US dollars. */
export class LiveAccount {
  /** Currency of all amounts. @example USD */
  currency: string;

  /** Credit that the operator has added. @example 250.5 */
  credit: number;

  /** Amount of paid orders without an outcome. @example 11.99 */
  held: number;

  /** Amount of completed orders. @example 24.98 */
  spent: number;

  /** Credit for new orders: `credit` minus `held` minus `spent`. @example 213.53 */
  available: number;

  /** Maximum amount of orders per day (UTC). @example 100 */
  daily_limit: number;

  /** Amount of the orders that were paid or completed today (UTC), without failed ones. @example 11.99 */
  spent_today: number;
}

export class LiveAccountResult extends IntersectionType(LiveAccount, WithSource) {}

/** Live orders by state. */
class LiveOrderCounts {
  /** Not paid. @example 3 */
  @Integer() created: number;

  /** Paid, without an outcome. @example 1 */
  @Integer() pending: number;

  /** Paid; an operator must decide the outcome. @example 0 */
  @Integer() stuck: number;

  /** Registered or renewed. @example 41 */
  @Integer() registered: number;

  /** Failed, and refunded. @example 2 */
  @Integer() failed: number;
}

const DIFFERENCES = ['missing_there', 'unknown_here', 'expiry', 'price', 'holds', 'captures'] as const;

/** A difference between this installation and the account at the registrar, or between an account and its orders. */
export class DifferenceView {
  /** Kind of the difference. */
  @Property({ enum: DIFFERENCES }) kind: (typeof DIFFERENCES)[number];

  /** The domain; for `holds` and `captures` the slug of the tenant, or the ID of a removed tenant. @example example.com */
  of: string;

  @NullableText(
    'Value here: the expiry; for `price` the price of the order, for `holds` and `captures` the amount in the account of the tenant, in US dollars. Null if it is missing.',
    '2027-11-21T07:20:00.000Z',
  )
  here: string | null;

  @NullableText(
    'Value to compare: the expiry at the registrar; for `price` the price at the registrar, for `holds` and `captures` the sum of the orders of the tenant, in US dollars. Null if it is missing.',
    null,
  )
  there: string | null;
}

export class DifferencesView {
  /** Differences; empty if there are none. */
  differences: DifferenceView[];
}

/** States of the circuit breaker, from good to bad. */
export const CIRCUIT_STATES = ['closed', 'half_open', 'open'] as const;

/** The connection to the registrar, as the running processes see it. */
export class RegistrarStatusView {
  /** Driver of the registrar; `none` if no process with a registrar runs. @example dnsimple */
  driver: string;

  @NullableText('Address of the registrar; null without one.', 'https://api.dnsimple.com') url: string | null;

  @NullableInteger('Account at the registrar; null without one.', 1010) account: number | null;

  /** Whether the live registrar API is switched on. */
  @Property({ enum: STATES }) switch: 'on' | 'off';

  @Property({
    enum: CIRCUIT_STATES,
    nullable: true,
    description:
      'State of the circuit breaker: `closed` sends calls, `open` rejects calls after failures, `half_open` sends a trial call; null without a registrar.',
  })
  circuit: (typeof CIRCUIT_STATES)[number] | null;

  @NullableInteger('Calls left in this minute under the rate limit; null without a registrar.', 30)
  calls_left: number | null;

  /** Number of orders of all tenants by state. */
  orders: LiveOrderCounts;

  @Property({
    type: [DifferenceView],
    nullable: true,
    description: 'Differences of the latest comparison; null before the first one.',
  })
  differences: DifferenceView[] | null;
}

/** States of live orders in the portal and on the command line. */
export const LIVE_STATES = ['created', 'pending', 'stuck', 'registered', 'failed'] as const;

export type LiveState = (typeof LIVE_STATES)[number];

/** A live order in the portal. */
export class PortalLiveOrder {
  /** ID of the order. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  @NullableText('Slug of the tenant; null before the checkout.', 'demo') tenant: string | null;

  /** Domain of the order. @example example.com */
  domain: string;

  /** Kind of the order. */
  @Property({ enum: ['registration', 'renewal'] }) kind: 'registration' | 'renewal';

  /** State of the order: `created` is not paid, `stuck` waits for an operator. */
  @Property({ enum: LIVE_STATES }) state: LiveState;

  @NullableText('The next step; null without one.', 'poll') step: string | null;

  @NullableDateTime('Time of the checkout; null before it.') paid_at: string | null;

  @NullableText('Why the order is stuck or has failed; null otherwise.', null) reason: string | null;

  /** Price in US dollars. @example 11.99 */
  total: number;

  /** Time of the order. */
  @DateTime() created_at: string;
}

export class PortalLiveOrders {
  /** Orders, newest first. */
  orders: PortalLiveOrder[];

  @NextCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012') next: string | null;
}

export class LiveOrdersQuery {
  @EnumParameter({
    of: ['unfinished', ...LIVE_STATES],
    description: 'Only orders in this state; `unfinished` is `pending` or `stuck`.',
  })
  state?: 'unfinished' | LiveState;

  @PageLimit('orders') limit: number;

  @PageCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012', ORDER_ID) before?: string;
}

/** A call to the registrar for an order. */
class LiveStep {
  /** Step of the purchase. @example submit */
  step: string;

  /** Number of submissions to the registrar at the end of the step. @example 1 */
  @Integer() attempt: number;

  /** Call to the registrar. @example submit */
  call: string;

  /** Time of the call. */
  @DateTime() at: string;

  /** Duration in milliseconds. @example 312 */
  @Integer() ms: number;

  @NullableInteger('HTTP status; null without an answer.', 201) status: number | null;

  @NullableText('ID of the request at the registrar; null if it sent none.', 'f8a5c1e2') request_id: string | null;

  @NullableText('Why the call failed; null if it did not.', null) error: string | null;
}

export class LiveSteps {
  /** Calls to the registrar, oldest first. */
  steps: LiveStep[];
}

const OUTCOMES = ['registered', 'failed'] as const;

export class OutcomeRequest {
  /** What happened to the order at the registrar. */
  @EnumField({ of: OUTCOMES }) outcome: (typeof OUTCOMES)[number];

  /** Reason for the decision, kept in the audit log. @example "the account holds the domain" */
  @TextField({ max: MAX_REASON_LENGTH }) reason: string;
}

export class OutcomeView {
  /** ID of the order. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Outcome of the order. */
  @Property({ enum: OUTCOMES }) outcome: (typeof OUTCOMES)[number];
}

export class CreditRequest {
  /** Amount in US dollars; a negative amount takes credit back. @example "250.00" */
  @TextField({ max: 20 }) amount: string;

  /** Reason for the change, kept in the ledger. @example "prepaid for May" */
  @TextField({ max: MAX_REASON_LENGTH }) reason: string;
}

export class LimitRequest {
  /** Maximum amount of orders per day (UTC) in US dollars. @example "100.00" */
  @TextField({ max: 20 }) daily: string;
}
