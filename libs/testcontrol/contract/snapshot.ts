import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { CURRENCY_CODES, DomainField, Owner, RegistrationSettings } from '#domains/contract';
import { METHODS } from '#checkout/contract';
import { ContactState } from '#facades/contract';
import { CHANNELS, DOMAIN_STATUSES, type DomainStatus, type OrderStatus, STATUSES } from '#orders/contract';
import {
  BooleanField,
  CheckedBy,
  DateTimeField,
  EnumField,
  Field,
  Integer,
  IntegerField,
  isBlank,
  ListField,
  Normalize,
  NumberField,
  ObjectField,
  TextField,
} from '#platform/contract';
import { MAX_ROWS, WorldTooLarge } from '../model/errors.js';
import { FaultMatch, FaultField } from './faults.js';
import { RegistrySettingsRequest } from './registry.js';

const MODES = ['real', 'frozen', 'running'];
const ORDER_EXAMPLE = 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012';

/** A time of an order, null before its payment. */
const PaymentTimeField = (description: string) => DateTimeField({ optional: true, description });

const OrderIdField = (description: string) =>
  Field(
    { optional: true, allowsBlank: true, type: String, description, example: ORDER_EXAMPLE },
    Normalize(value => (value !== '' && isBlank(value) ? undefined : value)),
    Matches(/^(?:ord_[0-9a-f]{32})?$/, { message: 'must be an order ID: `ord_` and 32 hexadecimal digits' }),
  );

export class ClockState {
  /** How the clock relates to real time. @example frozen */
  @EnumField({ of: MODES }) mode: 'real' | 'frozen' | 'running';

  /** Time of a frozen clock. @example 2027-01-01T00:00:00Z */
  @DateTimeField({ optional: true }) now?: string;

  /** Seconds that a running clock is ahead of real time. @example 86400 */
  @NumberField({ optional: true }) offset_seconds?: number;
}

export class AmountState {
  /** Currency (ISO 4217). @example USD */
  @EnumField({ of: CURRENCY_CODES }) currency: string;

  /** Price of all years, with at most two decimals. @example 24.98 */
  @NumberField({ minimum: 0 }) total: number;
}

export class PaymentState {
  /** Payment method. @example test */
  @EnumField({ of: METHODS }) method: string;

  /** Reference of the payment, unique in the world. @example invoice-1 */
  @TextField({ max: 255 }) reference: string;
}

export class OrderState {
  @OrderIdField('Order ID (default: a new one).') order_id?: string;

  @DomainField() domain: string;

  /** Ordered years (1–10, default 1). @example 1 */
  @IntegerField({ min: 1, max: 10, optional: true }) years?: number;

  /** Total price (default: the current price). */
  @ObjectField(AmountState, { optional: true }) amount?: AmountState;

  /** Registrant of the domain. */
  @ObjectField(Owner, { optional: true }) owner?: Owner | null;

  /** Where the order was placed (default `api`). @example api */
  @EnumField({ of: CHANNELS, optional: true }) channel?: string;

  /** `transfer` for a transfer; otherwise the kind follows from `renews`. @example transfer */
  @EnumField({ of: ['transfer'], optional: true }) kind?: 'transfer';

  /** Status of the order (default: `refunded` with `refunded_at`, `paid` with `paid_at` or `payment`, otherwise `created`). @example paid */
  @EnumField({ of: STATUSES, optional: true }) status?: OrderStatus;

  /** Time of the order (default: `paid_at`, otherwise the present time). */
  @DateTimeField({ optional: true }) created_at?: string;

  @PaymentTimeField('Time of the payment (default for a paid order: `created_at`); null for other orders.')
  paid_at?: string | null;

  @OrderIdField(
    'For a renewal, the order that registered the domain, or an empty string if its registration has none; null for other orders.',
  )
  renews?: string | null;

  @PaymentTimeField('Time of the registration after the payment (default: `paid_at`).') registered_at?: string | null;

  @PaymentTimeField('End of the registration after the payment (default: `registered_at` plus the years).')
  expires_at?: string | null;

  /**
   * Status of the domain of a paid order (default: `registered`; of a refunded one, `failed`). The name of a `pending` or
   * `action_required` order is reserved.
   * @example pending
   */
  @EnumField({ of: DOMAIN_STATUSES, optional: true }) domain_status?: DomainStatus;

  /**
   * Whether the registry decided the order after the checkout, which was answered with 202 (default: whether `domain_status` is not
   * `registered`, the order is a transfer, or `registered_at` is not `paid_at`).
   * @example true
   */
  @BooleanField({ optional: true }) decided_later?: boolean;

  @DateTimeField({
    optional: true,
    description:
      'When the registry decides a `pending` order (default: the present time plus the delay; one in the past becomes the present time).',
  })
  due_at?: string;

  /** Why the order failed, was refunded, or requires action (default: that of the outcome). @example registry_rejected */
  @TextField({ max: 200, optional: true }) reason?: string;

  @DateTimeField({ optional: true, description: 'Time of the refund (default for a refunded order: `paid_at`).' })
  refunded_at?: string;

  /** Settings that were sent with the order. */
  @ObjectField(RegistrationSettings, { optional: true }) settings?: RegistrationSettings;

  /** Payment of a paid order (default: `test` with the order ID as reference); null for other orders. */
  @ObjectField(PaymentState, { optional: true }) payment?: PaymentState | null;
}

export class RegistrationState extends RegistrationSettings {
  @DomainField() domain: string;

  @OrderIdField('Order that registered the domain (default null: none).') order_id?: string | null;

  /** Time of the registration (default: the present time, or a year before `expires_at` if that is earlier). */
  @DateTimeField({ optional: true }) registered_at?: string;

  /**
   * End of the registration (default: a year after `registered_at`). Due dates in the past count as happened.
   * @example 2027-11-21T07:00:00.000Z
   */
  @DateTimeField({ optional: true }) expires_at?: string;

  /** Simulated payment method of the automatic renewal (default `test`). @example test */
  @EnumField({ of: METHODS, optional: true }) payment_method?: string;

  /** Present registrant (default: the owner of the order). */
  @ObjectField(Owner, { optional: true }) contact?: Owner | null;

  /**
   * When the domain is suspended unless the email address is verified (default null: nothing to verify). One in the past becomes the
   * present time, unless the domain is suspended.
   */
  @DateTimeField({ optional: true }) verification_due_at?: string | null;

  /** Whether the domain is suspended (default false). @example false */
  @BooleanField({ optional: true }) suspended?: boolean;
}

/** The header `Sandbox-Faulted` has the ID, and only visible ASCII characters arrive unchanged. */
function problemOfRuleId(value: unknown): string | undefined {
  const isVisibleAscii = typeof value === 'string' && /^[!-~]+$/.test(value);
  return isVisibleAscii ? undefined : 'must have only visible ASCII characters';
}

export class FaultState {
  /** ID of the rule (default: a new one). @example flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ max: 100, optional: true })
  @CheckedBy(problemOfRuleId)
  id?: string;

  /** Which requests fail; by default, all. */
  @ObjectField(FaultMatch, { optional: true }) match?: FaultMatch;

  @FaultField() fault: Record<string, unknown>;

  /** Number of requests that fail (default 1). @example 3 */
  @IntegerField({ min: 1, max: 1_000, optional: true }) times?: number;

  /** Number of matching requests to skip before the first one fails (default 0). @example 0 */
  @IntegerField({ min: 0, max: 1_000, optional: true }) skip?: number;

  /** Number of matching requests so far, including skipped ones (default 0). @example 1 */
  @IntegerField({ min: 0, max: 2_000, optional: true }) seen?: number;

  /** Real time of the creation (default: now). */
  @DateTimeField({ optional: true }) created_at?: string;

  /** Real time at which the rule ends (default: in 10 minutes). */
  @DateTimeField({ optional: true }) expires_at?: string;
}

const RowsField = (model: new () => object, description: string) =>
  applyDecorators(
    CheckedBy(value => (Array.isArray(value) && value.length > MAX_ROWS ? new WorldTooLarge() : undefined)),
    ListField(model, { optional: true, maxItems: MAX_ROWS, description }),
  );

/** The state of a world. Members that are missing in a request are empty, and a missing clock is unchanged. */
export class WorldSnapshot {
  /** Version of the format; always 1. @example 1 */
  @IntegerField({ min: 1, max: 1 }) version: 1;

  /** Clock of the world (default: unchanged). */
  @ObjectField(ClockState, { optional: true }) clock?: ClockState;

  /** Settings of the registry (default: those of a new world). */
  @ObjectField(RegistrySettingsRequest, { optional: true }) registry?: RegistrySettingsRequest;

  @RowsField(OrderState, 'Orders, sorted by ID.') orders?: OrderState[];

  @RowsField(RegistrationState, 'Registrations, sorted by domain.') registrations?: RegistrationState[];

  @RowsField(FaultState, 'Fault rules that still apply, oldest first.') faults?: FaultState[];

  @RowsField(ContactState, 'Contacts of facades, if there are any.') contacts?: ContactState[];
}

export class RestoredView {
  /** Number of orders. @example 2 */
  @Integer() orders: number;

  /** Number of payments. @example 1 */
  @Integer() payments: number;

  /** Number of registrations. @example 1 */
  @Integer() registrations: number;

  /** Number of fault rules. @example 0 */
  @Integer() faults: number;
}

export class ResetView {
  /** Number of removed orders. @example 2 */
  @Integer() orders: number;

  /** Number of removed registrations. @example 1 */
  @Integer() registrations: number;

  /** Number of removed payments. @example 1 */
  @Integer() payments: number;
}
