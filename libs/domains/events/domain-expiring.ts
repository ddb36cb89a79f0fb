import { DateTime, EventKind, NullableText, Property } from '#platform/contract';

/** Data of the events at the end of a term. */
export class DomainTerm {
  @NullableText(
    'Order that registered the domain; null for a registration that was set up without an order.',
    'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  )
  order_id: string | null;

  /** Domain of the registration. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  /** Time of the registration. */
  @DateTime() registered_at: string;

  /** The end of the term that the event is about. @example 2027-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;

  /** Slug of the tenant. @example demo */
  tenant: string;

  status: string;
}

export class ExpiringDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered'] }) declare status: 'registered';
}

export const DomainExpiring = new EventKind<ExpiringDomain>({
  type: 'domain.expiring',
  summary: 'A domain expires soon',
  description: 'A domain expires in 30 days, unless it is renewed.',
  model: ExpiringDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
  },
});
