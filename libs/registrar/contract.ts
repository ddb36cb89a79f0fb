import { IntersectionType } from '@nestjs/swagger';
import { DomainField, Owner, RegistrationEntry, RegistrationSettings } from '#domains/contract';
import { MaxAmount, MaxAmountField, OrderDetails } from '#orders/contract';
import {
  EnumField,
  Integer,
  IntegerField,
  NextCursor,
  NullableDateTime,
  NullableText,
  ObjectField,
  OpaquePageCursor,
  PageLimit,
  Property,
  Source,
  TextField,
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

class WithSource {
  /** Origin of the result. */
  meta: Source;
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

/** The money of a tenant at the registrar, in dollars. */
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
