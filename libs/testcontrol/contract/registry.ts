import { IntersectionType } from '@nestjs/swagger';
import { DomainField, type Outcome, OUTCOMES } from '#domains/contract';
import {
  BooleanField,
  CheckedBy,
  EnumField,
  Field,
  IntegerField,
  Normalize,
  Property,
  Source,
  TextField,
  WithSource,
} from '#platform/contract';
import { TransferredRegistration } from '#registry/contract';
import { MAX_REASON_LENGTH, problemOfDelay } from '../model/registry.js';

const REGISTRATIONS = ['sync', 'async'] as const;

/** Converted to upper case, as in the format `duration`, because snapshots return it. */
const DelayField = () =>
  Field(
    { optional: true, type: String, format: 'duration' },
    Normalize(value => (typeof value === 'string' ? value.toUpperCase() : value)),
    CheckedBy(problemOfDelay),
  );

/** Settings of the registry. Missing members get their defaults. */
export class RegistrySettingsRequest {
  /** `async`: the registry decides every registration after the delay; `sync` (default): at once. @example async */
  @EnumField({ of: REGISTRATIONS, optional: true }) registration?: 'sync' | 'async';

  /** Time from the payment of a registration to its decision (PT1S to P60D, default PT10S). @example PT10S */
  @DelayField() registration_delay?: string;

  /** Time from the payment of a transfer to its end (PT1S to P60D, default P5D). @example P5D */
  @DelayField() transfer_delay?: string;

  /** Whether the API refuses premium names without `max_amount` (default false). @example false */
  @BooleanField({ optional: true }) strict_prices?: boolean;

  /** Whether the API requires all owner fields that the registry of the TLD requires (default false). @example false */
  @BooleanField({ optional: true }) strict_owners?: boolean;

  /** Percentage by which every price is multiplied (50–1000, default 100). @example 100 */
  @IntegerField({ min: 50, max: 1000, optional: true }) price_percent?: number;
}

export class RegistrySettingsView {
  /** `async`: the registry decides every registration after the delay. @example sync */
  @Property({ enum: [...REGISTRATIONS] }) registration: 'sync' | 'async';

  /** Time from the payment of a registration to its decision. @example PT10S */
  registration_delay: string;

  /** Time from the payment of a transfer to its end. @example P5D */
  transfer_delay: string;

  /** Whether the API refuses premium names without `max_amount`. @example false */
  strict_prices: boolean;

  /** Whether the API requires all owner fields that the registry of the TLD requires. @example false */
  strict_owners: boolean;

  /** Percentage by which every price is multiplied. @example 100 */
  price_percent: number;

  /** Origin of the result. */
  meta: Source;
}

export class DecideRequest {
  @DomainField() domain: string;

  /** Decision of the registry. @example failed */
  @EnumField({ of: OUTCOMES }) outcome: Outcome;

  /** Reason (default: that of the outcome). Not allowed with `registered`. @example registry_rejected */
  @TextField({ max: MAX_REASON_LENGTH, optional: true }) reason?: string;
}

export class VerifyContactRequest {
  @DomainField() domain: string;
}

export class TransferOutRequest {
  @DomainField() domain: string;

  /** Auth code of the domain. @example 3f8a4b5c6d7e8f90 */
  @TextField({ max: 255 }) auth_code: string;
}

export class TransferOutView extends IntersectionType(TransferredRegistration, WithSource) {}
