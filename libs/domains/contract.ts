import { ApiProperty } from '@nestjs/swagger';
import { defineEvent, Field, QueryText, QueryWhole, Source } from '#platform/contract';
import { DomainName } from './model/domain-name.js';
import { UnsupportedTld } from './model/domain-name.errors.js';
import { type Currency, CURRENCY_CODES, toDecimal } from './model/price.js';

export { CURRENCY_CODES };
export { typedName } from './model/typed-name.js';

/** A name as a caller writes it; on an order it is checked with the same words as on a search. */
export function DomainField(): PropertyDecorator {
  return Field({
    problem: value => problemOf(value)?.message,
    code: codeOf,
    schema: {
      type: String,
      description: 'One label and a TLD of the catalogue; Unicode is turned into its A-label (UTS 46).',
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

export class SearchRequest {
  @DomainField()
  domain: string;
}

export class PriceView {
  @ApiProperty({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'The first year, with at most two decimals.', example: 11.99 })
  register: number;

  @ApiProperty({ description: 'Each further year.', example: 12.99 })
  renew: number;

  @ApiProperty({ description: 'Bringing the name over from another registrar.', example: 11.99 })
  transfer: number;
}

export class Suggestion {
  @ApiProperty({ example: 'example.net' })
  domain: string;

  @ApiProperty({ example: 'net' })
  tld: string;

  @ApiProperty({ enum: ['available'] })
  status: 'available';

  @ApiProperty({ type: PriceView })
  price: PriceView;
}

export class SearchResult {
  @ApiProperty({ description: 'The name in normal form.', example: 'example.com' })
  query: string;

  @ApiProperty({ description: 'The name for people, where that differs.', example: 'bücher.example', required: false })
  unicode?: string;

  @ApiProperty({ enum: ['available', 'taken', 'premium'] })
  status: 'available' | 'taken' | 'premium';

  @ApiProperty({ description: 'Without a dot before it.', example: 'com' })
  tld: string;

  @ApiProperty({ type: PriceView, description: 'For a taken name the list price, which tells what a transfer costs.' })
  price: PriceView;

  @ApiProperty({ type: [Suggestion], description: 'Up to five names that are available, best first.' })
  suggestions: Suggestion[];

  @ApiProperty({ type: Source })
  meta: Source;
}

/** Which names of a tenant. */
export class RegistrationsQuery {
  @QueryText({ description: 'The `next` of the page before.', example: 'example.com' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'So many at most.' })
  limit: number;

  @QueryText({ description: 'What the names begin with.', example: 'my-shop' })
  domain?: string;
}

/** A name that a tenant has registered. */
export class RegistrationEntry {
  @ApiProperty({ example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'Without a dot before it.', example: 'com' })
  tld: string;

  @ApiProperty({ example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  order_id: string;

  @ApiProperty({ format: 'date-time' })
  registered_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class RegistrationsPage {
  @ApiProperty({ type: [RegistrationEntry], description: 'The newest first.' })
  domains: RegistrationEntry[];

  @ApiProperty({ type: String, nullable: true, description: 'For the next page; null when this is the last.' })
  next: string | null;
}

/** What happened when a name was registered; instants are ISO 8601. */
export interface RegistrationFacts {
  order_id: string;
  domain: string;
  tld: string;
  years: number;
  registered_at: string;
  expires_at: string;
  currency: string;
  /** In minor units. */
  total: number;
  owner_email: string;
  /** The tenant's slug. */
  tenant: string;
}

/** What a registration cost, as a caller sees it: with at most two decimals. */
export const amountOf = ({ currency, total }: RegistrationFacts) => ({
  currency,
  total: toDecimal(total, currency as Currency),
});

export const DomainRegistered = defineEvent<RegistrationFacts>('domain.registered');
