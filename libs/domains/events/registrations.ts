import { DateTime, EventKind, Property } from '#platform/contract';

export class AmountView {
  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Amount paid, with at most two decimals. @example 24.98 */
  total: number;
}

export class OwnerView {
  /** Email address of the registrant. @example ada@example.com */
  @Property({ format: 'idn-email' }) email: string;
}

export class RegisteredDomain {
  /** Order that registered the domain. @example ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  order_id: string;

  /** Registered domain. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  /** Registered years. @example 2 */
  @Property({ type: 'integer', minimum: 1, maximum: 10 }) years: number;

  /** Status of the domain. */
  @Property({ enum: ['registered'] }) status: 'registered';

  /** Time of the registration. */
  @DateTime() registered_at: string;

  /** End of the registration. @example 2027-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;

  /** Amount paid. */
  amount: AmountView;

  /** Registrant of the domain. */
  owner: OwnerView;

  /** Slug of the tenant. @example demo */
  tenant: string;
}

export const DomainRegistered = new EventKind<RegisteredDomain>({
  type: 'domain.registered',
  summary: 'A domain was registered',
  description: 'An order was paid and its domain registered.',
  model: RegisteredDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 2,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 24.98 },
    owner: { email: 'ada@example.com' },
    tenant: 'demo',
  },
});

export const DomainTransferredIn = new EventKind<RegisteredDomain>({
  type: 'domain.transferred_in',
  summary: 'A domain was transferred in',
  description: 'The transfer of a domain to this tenant has ended, and the tenant holds the domain for a year.',
  model: RegisteredDomain,
  example: {
    ...DomainRegistered.definition.example,
    domain: 'already-taken.com',
    years: 1,
    expires_at: '2026-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 11.99 },
  },
});

export class RenewedDomain {
  /** Order that renewed the domain. @example ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  order_id: string;

  /** Renewed domain. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  /** Renewed years. @example 1 */
  @Property({ type: 'integer', minimum: 1, maximum: 10 }) years: number;

  /** Status of the domain. */
  @Property({ enum: ['registered'] }) status: 'registered';

  /** Time of the registration. */
  @DateTime() registered_at: string;

  /** End of the registration before the renewal. @example 2027-11-21T07:00:00.000Z */
  @DateTime() previous_expires_at: string;

  /** End of the registration: `previous_expires_at` plus the renewed years. @example 2028-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;

  /** Amount paid. */
  amount: AmountView;

  /** Slug of the tenant. @example demo */
  tenant: string;
}

export const DomainRenewed = new EventKind<RenewedDomain>({
  type: 'domain.renewed',
  summary: 'A domain was renewed',
  description: 'A renewal was paid and the expiry of the domain moved.',
  model: RenewedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 1,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    previous_expires_at: '2027-11-21T07:00:00.000Z',
    expires_at: '2028-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 14.99 },
    tenant: 'demo',
  },
});
