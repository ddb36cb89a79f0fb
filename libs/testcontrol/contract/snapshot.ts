import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CURRENCY_CODES, DomainField } from '#domains/contract';
import { METHODS } from '#checkout/contract';
import { CHANNELS, Owner, STATUSES } from '#orders/contract';
import {
  Check,
  DateTimeField,
  EnumField,
  Field,
  IntegerField,
  isBlank,
  ListField,
  Normalize,
  ObjectField,
  TextField,
} from '#platform/contract';
import { MAX_ROWS } from '../model/errors.js';
import { FaultMatch, FaultField } from './faults.js';

const MODES = ['real', 'frozen', 'running'];
const ORDER_EXAMPLE = 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012';

const NumberField = (options: { description: string; example: number; optional?: boolean; minimum?: number }) => {
  const { minimum = -Infinity, ...schema } = options;
  const isValid = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= minimum;
  const expected = minimum === -Infinity ? 'must be a number' : `must be a number of at least ${minimum}`;
  return Field({ ...schema, type: Number, ...(minimum !== -Infinity && { minimum }) }, Check(isValid, expected));
};

/** A time of an order, null before its payment. */
const PaymentTimeField = (description: string) => DateTimeField({ optional: true, description });

const OrderIdField = (description: string) =>
  Field(
    { optional: true, allowsBlank: true, type: String, description, example: ORDER_EXAMPLE },
    Normalize(value => (value !== '' && isBlank(value) ? undefined : value)),
    Matches(/^(?:ord_[0-9a-f]{32})?$/, { message: 'must be an order ID: `ord_` and 32 hexadecimal digits' }),
  );

export class ClockState {
  @EnumField({ of: MODES, description: 'How the clock relates to real time.', example: 'frozen' })
  mode: 'real' | 'frozen' | 'running';

  @DateTimeField({ optional: true, description: 'Time of a frozen clock.', example: '2027-01-01T00:00:00Z' })
  now?: string;

  @NumberField({ optional: true, description: 'Seconds that a running clock is ahead of real time.', example: 86_400 })
  offset_seconds?: number;
}

export class AmountState {
  @EnumField({ of: CURRENCY_CODES, description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @NumberField({ minimum: 0, description: 'Price of all years, with at most two decimals.', example: 24.98 })
  total: number;
}

export class PaymentState {
  @EnumField({ of: METHODS, description: 'Payment method.', example: 'test' })
  method: string;

  @TextField({ max: 255, description: 'Reference of the payment, unique in the world.', example: 'invoice-1' })
  reference: string;
}

export class OrderState {
  @OrderIdField('Order ID (default: a new one).')
  order_id?: string;

  @DomainField()
  domain: string;

  @IntegerField({ min: 1, max: 10, optional: true, description: 'Ordered years (1–10, default 1).', example: 1 })
  years?: number;

  @ObjectField(AmountState, { optional: true, description: 'Total price (default: the current price).' })
  amount?: AmountState;

  @ObjectField(Owner, { optional: true, description: 'Registrant of the domain.' })
  owner?: Owner | null;

  @EnumField({
    of: CHANNELS,
    optional: true,
    description: 'Where the order was placed (default `api`).',
    example: 'api',
  })
  channel?: string;

  @EnumField({
    of: STATUSES,
    optional: true,
    description: 'Status of the order (default: `paid` with `paid_at` or `payment`, otherwise `created`).',
    example: 'paid',
  })
  status?: string;

  @DateTimeField({ optional: true, description: 'Time of the order (default: `paid_at`, otherwise the present time).' })
  created_at?: string;

  @PaymentTimeField('Time of the payment (default for a paid order: `created_at`); null for other orders.')
  paid_at?: string | null;

  @OrderIdField(
    'For a renewal, the order that registered the domain, or an empty string if its registration has none; null for other orders.',
  )
  renews?: string | null;

  @PaymentTimeField('Time of the registration after the payment (default: `paid_at`).')
  registered_at?: string | null;

  @PaymentTimeField('End of the registration after the payment (default: `registered_at` plus the years).')
  expires_at?: string | null;

  @ObjectField(PaymentState, {
    optional: true,
    description: 'Payment of a paid order (default: `test` with the order ID as reference); null for other orders.',
  })
  payment?: PaymentState | null;
}

export class RegistrationState {
  @DomainField()
  domain: string;

  @OrderIdField('Order that registered the domain (default null: none).')
  order_id?: string | null;

  @DateTimeField({
    optional: true,
    description:
      'Time of the registration (default: the present time, or a year before `expires_at` if that is earlier).',
  })
  registered_at?: string;

  @DateTimeField({
    optional: true,
    description:
      'End of the registration (default: a year after `registered_at`). Due dates in the past count as happened.',
    example: '2027-11-21T07:00:00.000Z',
  })
  expires_at?: string;
}

export class FaultState {
  @TextField({
    max: 100,
    optional: true,
    description: 'ID of the rule (default: a new one).',
    example: 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  id?: string;

  @ObjectField(FaultMatch, { optional: true, description: 'Which requests fail; by default, all.' })
  match?: FaultMatch;

  @FaultField()
  fault: Record<string, unknown>;

  @IntegerField({
    min: 1,
    max: 1_000,
    optional: true,
    description: 'Number of requests that fail (default 1).',
    example: 3,
  })
  times?: number;

  @IntegerField({
    min: 0,
    max: 1_000,
    optional: true,
    description: 'Number of matching requests before (default 0).',
    example: 0,
  })
  skip?: number;

  @IntegerField({
    min: 0,
    max: 2_000,
    optional: true,
    description: 'Number of matching requests so far, including skipped ones (default 0).',
    example: 1,
  })
  seen?: number;

  @DateTimeField({ optional: true, description: 'Real time of the creation (default: now).' })
  created_at?: string;

  @DateTimeField({ optional: true, description: 'Real time at which the rule ends (default: in 10 minutes).' })
  expires_at?: string;
}

const list = (description: string) => ({ optional: true, maxItems: MAX_ROWS, description });

/** The state of a world. Members that are missing in a request are empty, and a missing clock is unchanged. */
export class WorldSnapshot {
  @IntegerField({ min: 1, max: 1, description: 'Version of the format; always 1.', example: 1 })
  version: 1;

  @ObjectField(ClockState, { optional: true, description: 'Clock of the world (default: unchanged).' })
  clock?: ClockState;

  @ListField(OrderState, list('Orders, sorted by ID.'))
  orders?: OrderState[];

  @ListField(RegistrationState, list('Registrations, sorted by domain.'))
  registrations?: RegistrationState[];

  @ListField(FaultState, list('Fault rules that still apply, oldest first.'))
  faults?: FaultState[];
}

export class RestoredView {
  @ApiProperty({ type: 'integer', description: 'Number of orders.', example: 2 })
  orders: number;

  @ApiProperty({ type: 'integer', description: 'Number of payments.', example: 1 })
  payments: number;

  @ApiProperty({ type: 'integer', description: 'Number of registrations.', example: 1 })
  registrations: number;

  @ApiProperty({ type: 'integer', description: 'Number of fault rules.', example: 0 })
  faults: number;
}

export class ResetView {
  @ApiProperty({ type: 'integer', description: 'Number of removed orders.', example: 2 })
  orders: number;

  @ApiProperty({ type: 'integer', description: 'Number of removed registrations.', example: 1 })
  registrations: number;

  @ApiProperty({ type: 'integer', description: 'Number of removed payments.', example: 1 })
  payments: number;
}
