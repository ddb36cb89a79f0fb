import { ApiProperty } from '@nestjs/swagger';
import { ApiRefusal, Field, NextCursor, TextParameter, IntegerParameter, Source } from '#platform/contract';
import { DomainName } from './model/domain-name.js';
import { UnsupportedTld } from './model/domain-name.errors.js';
import { type Currency, CURRENCY_CODES, toDecimal } from './model/price.js';

export { type Currency, CURRENCY_CODES, toDecimal };
export { normalizeSearchTerm } from './model/host-name.js';

/** A name as a caller writes it; on an order it is checked with the same words as on a search. */
export function DomainField(): PropertyDecorator {
  return Field({
    problem: value => problemOf(value)?.message,
    code: codeOf,
    schema: {
      type: String,
      description: 'Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46).',
      example: 'example.com',
      maxLength: 1_000,
    },
  });
}

function codeOf(value: unknown): string {
  if (typeof value !== 'string') return 'VALIDATION_FAILED';
  return problemOf(value) instanceof UnsupportedTld ? 'unsupported_tld' : 'INVALID_DOMAIN';
}

function problemOf(value: unknown): Error | undefined {
  if (typeof value !== 'string') return new Error('must be a domain name, such as example.com');
  try {
    DomainName.parse(value);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Failures of every request with a `DomainField`. */
export const ApiDomainRefusals = () =>
  ApiRefusal(422, {
    INVALID_DOMAIN: 'The text is not a valid domain.',
    unsupported_tld: 'The TLD is not in the catalogue.',
  });

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

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

/** Filters for the registered domains of a tenant. */
export class RegistrationsQuery {
  @TextParameter({ description: '`next` from the previous page.', example: 'example.com' })
  before?: string;

  @IntegerParameter({ min: 1, max: 200, default: 50, description: 'Maximum number of domains (1–200, default 50).' })
  limit: number;

  @TextParameter({ description: 'Only domains that start with this text.', example: 'my-shop' })
  domain?: string;
}

/** A registered domain of a tenant. */
export class RegistrationEntry {
  @ApiProperty({ description: 'Registered domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @ApiProperty({ description: 'Order that registered the domain.', example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  order_id: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({ format: 'date-time', description: 'End of the registration.', example: '2027-11-21T07:00:00.000Z' })
  expires_at: string;
}

export class RegistrationsPage {
  @ApiProperty({ type: [RegistrationEntry], description: 'Domains, newest first.' })
  domains: RegistrationEntry[];

  @NextCursor('example.com')
  next: string | null;
}
