import { IsString } from 'class-validator';
import {
  BooleanField,
  type BusinessTime,
  Check,
  CheckedBy,
  DateTime,
  DateTimeParameter,
  EnumParameter,
  Field,
  Integer,
  NextCursor,
  Normalize,
  NullableDateTime,
  NullableText,
  PageCursor,
  PageLimit,
  Property,
  Source,
  TextParameter,
} from '#platform/contract';
import { AVAILABILITIES, type Availability, type Rule, RULES } from './model/availability.js';
import { isCompleteName, problemOfDomain } from './model/domain-name.js';
import { type Feature, FEATURES } from './model/owner.js';
import { type Currency, CURRENCY_CODES, toDecimal } from './model/price.js';
import { type Outcome, OUTCOMES } from './model/registry-words.js';
import {
  MAX_NAMESERVERS,
  MIN_NAMESERVERS,
  normalizeNameservers,
  problemOfNameserver,
  problemOfNameservers,
} from './model/nameservers.js';
import type { RenewalTerm } from './model/renewal-term.js';
import {
  CURSOR,
  DEFAULT_NAMESERVERS,
  type Registration,
  type RegistrationStatus,
  STATUSES,
  statusOf,
  yearsOf,
} from './model/registration.js';

export { Owner, OwnerExtra, RegistrantDetails, RegistrantView } from './contract/owner.js';
export { type Currency, CURRENCY_CODES, isCompleteName, type Outcome, OUTCOMES, toDecimal };

/** Name servers of a registration. */
export const NameserversField = (options: { isChange?: boolean } = {}) =>
  Field(
    {
      ...options,
      optional: true,
      type: [String],
      minItems: MIN_NAMESERVERS,
      maxItems: MAX_NAMESERVERS,
      uniqueItems: true,
      description:
        'Host names of the name servers (2–13, all different), each with two labels or more under any TLD. They are normalized as in a search, and keep their order.',
      example: ['ns1.hosting.example', 'ns2.hosting.example'],
    },
    Normalize(normalizeNameservers),
    CheckedBy(problemOfNameservers),
    CheckedBy(problemOfNameserver, { each: true }),
  );

/** Settings of a registration that an order or a transfer can set. */
export class RegistrationSettings {
  @NameserversField() nameservers?: string[];

  /** Whether the domain is locked against transfers. @example false */
  @BooleanField({ optional: true }) locked?: boolean;

  /** Whether the registration is renewed when it expires. @example true */
  @BooleanField({ optional: true }) auto_renew?: boolean;

  /** Whether the registrant is hidden. @example true */
  @BooleanField({ optional: true }) privacy?: boolean;
}

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

const MAX_CHECKED = 50;

export class CheckRequest {
  /** Domains to check (1–50), as in a search. Repeats are allowed. */
  @Field(
    { type: [String], minItems: 1, maxItems: MAX_CHECKED, example: ['example.com', 'my-shop.org'] },
    Check(
      value => Array.isArray(value) && value.length >= 1 && value.length <= MAX_CHECKED,
      `must be an array of 1 to ${MAX_CHECKED} strings`,
    ),
    IsString({ each: true, message: 'must be a string' }),
  )
  domains: string[];
}

export class SearchRequest {
  @DomainField() domain: string;
}

export class PriceView {
  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Price of the first year, with at most two decimals. @example 11.99 */
  register: number;

  /** Price of each further year. @example 12.99 */
  renew: number;

  /** Price of a transfer from another registrar. @example 11.99 */
  transfer: number;
}

/** Years that a domain can be registered or renewed for. */
class YearsView {
  /** Minimum number of years. @example 1 */
  @Integer() min: number;

  /** Maximum number of years. @example 10 */
  @Integer() max: number;
}

export class TldView {
  /** TLD without a leading dot. @example us */
  tld: string;

  /** List prices of the TLD. */
  price: PriceView;

  /** Years that a domain can be registered or renewed for. */
  years: YearsView;

  /**
   * Fields of `owner` that the registry requires. Orders check them if the tenant has set `strict_owners`.
   * @example ["first_name", "last_name", "email", "extra.us_nexus", "extra.us_purpose"]
   */
  required_owner_fields: string[];

  /** Functions that the registry supports. @example ["auto_renew", "lock", "transfer"] */
  @Property({ type: [String], enum: [...FEATURES], isArray: true }) features: Feature[];
}

export class TldList {
  /** TLDs in the order of the catalogue. */
  tlds: TldView[];

  /** Origin of the result. */
  meta: Source;
}

export class Suggestion {
  /** Suggested domain. @example example.net */
  domain: string;

  /** TLD of the domain, without a leading dot. @example net */
  tld: string;

  /** Suggested domains are always available. */
  @Property({ enum: ['available'] }) status: 'available';

  /** Prices of the domain. */
  price: PriceView;
}

/** Error of a text that is not a domain of the catalogue. */
class DomainProblem {
  /** Error code of a search of this text. */
  @Property({ enum: ['INVALID_DOMAIN', 'unsupported_tld'] }) code: string;

  /** What is wrong with the text. @example "Names under .invalid are not in the catalogue." */
  message: string;
}

export class CheckedDomain {
  /** The domain in its normal form; the text that was sent if it is not a domain. @example example.com */
  domain: string;

  @Property({
    description: 'Availability, as in a search; null if there is an `error`.',
    type: String,
    enum: [...AVAILABILITIES, null],
    nullable: true,
    example: 'available',
  })
  status: Availability | null;

  @NullableText('TLD of the domain, without a leading dot; null if there is an `error`.', 'com') tld: string | null;

  /** Prices of the domain; for a taken domain, the list prices of its TLD. Null if there is an `error`. */
  @Property({ type: PriceView, nullable: true }) price: PriceView | null;

  @Property({
    description: 'Rule that decided `status`, as in a search; null if there is an `error`.',
    type: String,
    enum: [...RULES, null],
    nullable: true,
    example: 'default',
  })
  rule: Rule | null;

  /** Why the text is not a domain of the catalogue; null if it is one. */
  @Property({ type: DomainProblem, nullable: true, example: null }) error: DomainProblem | null;
}

export class CheckResult {
  /** One result for each entry of the request, in the same order. */
  results: CheckedDomain[];

  /** Origin of the result. */
  meta: Source;
}

class SearchMeta extends Source {
  /**
   * Rule that decided `status`. Catalogue: `reserved-name` (taken), `word` (alone or between hyphens, `taken` or
   * `registered` makes the domain taken, `premium` makes it premium), `short-label` (up to two characters: premium), or
   * `default` (available). `registered`: the tenant has registered the domain. `pending`: the tenant has paid for the
   * domain, and the registry has not decided.
   */
  @Property({ enum: [...RULES] }) rule: Rule;
}

export class SearchResult {
  /** The domain in its normal form: lower case, A-labels. @example example.com */
  query: string;

  /** The domain in Unicode, if that differs from `query`. @example bücher.com */
  unicode?: string;

  /** Availability. A `premium` domain is available at its own price. */
  @Property({ enum: AVAILABILITIES }) status: Availability;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  /** Prices of the domain; for a taken domain, the list prices of its TLD. */
  price: PriceView;

  /** Up to five available alternatives, best first. */
  suggestions: Suggestion[];

  /** Origin of the result, and the rule that decided it. */
  meta: SearchMeta;
}

const EXAMPLE_CURSOR = '1763708400000_example.com';

class RegistrationFilter {
  @PageLimit('registrations') limit: number;

  /** Only domains that start with this text. @example my-shop */
  @TextParameter() domain?: string;
}

/** Filters for the registrations of a tenant in the API, newest first; a registration must match all of them. */
export class ListRegistrationsQuery extends RegistrationFilter {
  @PageCursor(EXAMPLE_CURSOR, CURSOR) after?: string;

  /** Only registrations with this status. @example registered */
  @EnumParameter({ of: STATUSES }) status?: RegistrationStatus;

  /** Only registrations that expire before this time. */
  @DateTimeParameter() expires_before?: string;
}

/** Filters in the portal, whose lists call the cursor `before`. Like `after` in the API, it leads to older registrations. */
export class PortalRegistrationsQuery extends RegistrationFilter {
  @PageCursor(EXAMPLE_CURSOR, CURSOR) before?: string;
}

/** The domain in the path of a registration. */
export class RegistrationPath {
  @DomainField() domain: string;
}

/** A registered domain of a tenant. */
export class RegistrationEntry {
  /** Registered domain. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  @NullableText(
    'Order that registered the domain; null for a registration that was set up without an order.',
    'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  )
  order_id: string | null;

  /** Time of the registration. */
  @DateTime() registered_at: string;

  /** End of the registration. @example 2027-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;
}

/** A registration with its state. */
export class RegistrationDetails extends RegistrationEntry {
  /** Status of the registration. An `expired` domain is still held by the tenant. */
  @Property({ enum: STATUSES }) status: RegistrationStatus;

  /** Years from `registered_at` to `expires_at`. @example 2 */
  @Integer() years: number;

  /** Host names of the name servers, in the order in which they were set. @example ["ns1.nameyard.example", "ns2.nameyard.example"] */
  nameservers: string[];

  /** Whether the domain is locked against transfers to another registrar. @example true */
  locked: boolean;

  /** Whether the registration is renewed for a year when it expires. @example false */
  auto_renew: boolean;

  /** Whether the registrant is hidden from the public. @example false */
  privacy: boolean;

  /** Simulated payment method of the automatic renewal. */
  @Property({ enum: ['test', 'test_declined'] }) payment_method: Registration['paymentMethod'];

  @NullableDateTime(
    'When the domain is suspended unless the email address of its contact is verified; null if there is nothing to verify.',
    null,
  )
  verification_due_at: string | null;

  /** Whether the domain is suspended, because an email address was not verified in time. @example false */
  suspended: boolean;
}

/** A page of registrations in the portal. */
export class PortalRegistrationsPage {
  /** Domains, newest first. */
  domains: RegistrationDetails[];

  @NextCursor(EXAMPLE_CURSOR) next: string | null;
}

export class RenewalOption {
  /** Years to renew the registration for. @example 1 */
  @Integer() years: number;

  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Price of all years, with at most two decimals. @example 14.99 */
  total: number;

  /** End of the registration after the renewal. @example 2028-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;
}

export class RegistrationList {
  /** Registrations, newest first. */
  registrations: RegistrationDetails[];

  @NextCursor(EXAMPLE_CURSOR, 'after') next: string | null;

  /** Origin of the result. */
  meta: Source;
}

export const registrationDetails = (registration: Registration, now: BusinessTime): RegistrationDetails => ({
  domain: registration.domain,
  tld: registration.tld,
  order_id: registration.orderId,
  registered_at: registration.registeredAt.toISOString(),
  expires_at: registration.expiresAt.toISOString(),
  status: statusOf(registration, now),
  years: yearsOf(registration),
  nameservers: registration.nameservers ?? DEFAULT_NAMESERVERS,
  locked: registration.locked,
  auto_renew: registration.autoRenew,
  privacy: registration.privacy,
  payment_method: registration.paymentMethod,
  verification_due_at: registration.verificationDueAt?.toISOString() ?? null,
  suspended: registration.suspended,
});

export const renewalOption = ({ years, currency, total, expiresAt }: RenewalTerm): RenewalOption => ({
  years,
  currency,
  total: toDecimal(total, currency),
  expires_at: expiresAt.toISOString(),
});
