import { ApiProperty } from '@nestjs/swagger';
import {
  type BusinessTime,
  DateTimeParameter,
  EnumParameter,
  Field,
  NextCursor,
  NullableText,
  PageCursor,
  PageLimit,
  CheckedBy,
  Source,
  TextParameter,
} from '#platform/contract';
import { type Rule, RULES } from './model/availability.js';
import { isCompleteName, problemOfDomain } from './model/domain-name.js';
import { type Currency, CURRENCY_CODES, toDecimal } from './model/price.js';
import type { RenewalTerm } from './model/renewal-term.js';
import {
  CURSOR,
  type Registration,
  type RegistrationStatus,
  STATUSES,
  statusOf,
  yearsOf,
} from './model/registration.js';

export { type Currency, CURRENCY_CODES, isCompleteName, toDecimal };

/** A domain of a request; searches and orders validate it alike. */
export function DomainField(): PropertyDecorator {
  return Field(
    {
      type: String,
      description:
        'Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted.',
      example: 'example.com',
      maxLength: 1_000,
    },
    CheckedBy(problemOfDomain),
  );
}

export class SearchRequest {
  @DomainField()
  domain: string;
}

export class PriceView {
  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Price of the first year, with at most two decimals.', example: 11.99 })
  register: number;

  @ApiProperty({ description: 'Price of each further year.', example: 12.99 })
  renew: number;

  @ApiProperty({ description: 'Price of a transfer from another registrar.', example: 11.99 })
  transfer: number;
}

export class Suggestion {
  @ApiProperty({ description: 'Suggested domain.', example: 'example.net' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'net' })
  tld: string;

  @ApiProperty({ enum: ['available'], description: 'Suggested domains are always available.' })
  status: 'available';

  @ApiProperty({ type: PriceView, description: 'Prices of the domain.' })
  price: PriceView;
}

class SearchMeta extends Source {
  @ApiProperty({
    enum: [...RULES],
    description:
      'Rule that decided `status`. Catalogue: `reserved-name` (taken), `word` (a word between hyphens: `taken` or `registered` makes the domain taken, `premium` premium), `short-label` (up to two characters: premium), or `default` (available). `registered`: the tenant has registered the domain.',
  })
  rule: Rule;
}

export class SearchResult {
  @ApiProperty({ description: 'The domain in its normal form: lower case, A-labels.', example: 'example.com' })
  query: string;

  @ApiProperty({
    description: 'The domain in Unicode, if that differs from `query`.',
    example: 'bücher.com',
    required: false,
  })
  unicode?: string;

  @ApiProperty({
    enum: ['available', 'taken', 'premium'],
    description: 'Availability. A `premium` domain is available at its own price.',
  })
  status: 'available' | 'taken' | 'premium';

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @ApiProperty({
    type: PriceView,
    description: 'Prices of the domain; for a taken domain, the list prices of its TLD.',
  })
  price: PriceView;

  @ApiProperty({ type: [Suggestion], description: 'Up to five available alternatives, best first.' })
  suggestions: Suggestion[];

  @ApiProperty({ type: SearchMeta, description: 'Origin of the result, and the rule that decided it.' })
  meta: SearchMeta;
}

const EXAMPLE_CURSOR = '1763708400000_example.com';

class RegistrationFilter {
  @PageLimit('registrations')
  limit: number;

  @TextParameter({ description: 'Only domains that start with this text.', example: 'my-shop' })
  domain?: string;
}

/** Filters for the registrations of a tenant in the API; a registration must match all of them. */
export class ListRegistrationsQuery extends RegistrationFilter {
  @PageCursor(EXAMPLE_CURSOR, CURSOR)
  after?: string;

  @EnumParameter({ of: STATUSES, description: 'Only registrations with this status.', example: 'registered' })
  status?: RegistrationStatus;

  @DateTimeParameter({ description: 'Only registrations that expire before this time.' })
  expires_before?: string;
}

/** Filters for the registrations of a tenant in the portal; a registration must match all of them. */
export class RegistrationsQuery extends RegistrationFilter {
  @PageCursor(EXAMPLE_CURSOR, CURSOR)
  before?: string;
}

/** The domain in the path of a registration. */
export class RegistrationPath {
  @DomainField()
  domain: string;
}

/** A registered domain of a tenant. */
export class RegistrationEntry {
  @ApiProperty({ description: 'Registered domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @NullableText(
    'Order that registered the domain; null for a registration that was set up without an order.',
    'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  )
  order_id: string | null;

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({ format: 'date-time', description: 'End of the registration.', example: '2027-11-21T07:00:00.000Z' })
  expires_at: string;
}

/** A registration with its state. */
export class RegistrationDetails extends RegistrationEntry {
  @ApiProperty({
    enum: STATUSES,
    description: 'Status of the registration. An `expired` domain is still held by the tenant.',
  })
  status: RegistrationStatus;

  @ApiProperty({ type: 'integer', description: 'Years from `registered_at` to `expires_at`.', example: 2 })
  years: number;
}

/** A page of registrations in the portal. */
export class RegistrationsPage {
  @ApiProperty({ type: [RegistrationDetails], description: 'Domains, newest first.' })
  domains: RegistrationDetails[];

  @NextCursor(EXAMPLE_CURSOR)
  next: string | null;
}

export class RenewalOption {
  @ApiProperty({ type: 'integer', description: 'Years to renew the registration for.', example: 1 })
  years: number;

  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Price of all years, with at most two decimals.', example: 14.99 })
  total: number;

  @ApiProperty({
    format: 'date-time',
    description: 'End of the registration after the renewal.',
    example: '2028-11-21T07:00:00.000Z',
  })
  expires_at: string;
}

/** A registration in the portal, with the terms of its renewal. */
export class RegistrationView extends RegistrationDetails {
  @ApiProperty({
    type: [RenewalOption],
    description:
      'Terms by which the registration can be renewed now, shortest first; empty if every renewal would end more than 10 years from now.',
  })
  renewals: RenewalOption[];
}

export class RegistrationResult extends RegistrationDetails {
  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

export class RegistrationList {
  @ApiProperty({ type: [RegistrationDetails], description: 'Registrations, newest first.' })
  registrations: RegistrationDetails[];

  @NextCursor(EXAMPLE_CURSOR, 'after')
  next: string | null;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

const registrationEntry = ({ domain, tld, orderId, registeredAt, expiresAt }: Registration): RegistrationEntry => ({
  domain,
  tld,
  order_id: orderId,
  registered_at: registeredAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

export const registrationDetails = (registration: Registration, now: BusinessTime): RegistrationDetails => ({
  ...registrationEntry(registration),
  status: statusOf(registration, now),
  years: yearsOf(registration),
});

export const renewalOption = ({ years, currency, total, expiresAt }: RenewalTerm): RenewalOption => ({
  years,
  currency,
  total: toDecimal(total, currency),
  expires_at: expiresAt.toISOString(),
});
