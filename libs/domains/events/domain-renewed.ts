import { DateTime, EventKind, Property } from '#platform/contract';
import { AmountView } from './domain-registered.js';

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
