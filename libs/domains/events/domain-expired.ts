import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class ExpiredDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['expired'] }) declare status: 'expired';
}

export const DomainExpired = new EventKind<ExpiredDomain>({
  type: 'domain.expired',
  summary: 'A domain expired',
  description: 'A domain has expired. The tenant still holds it for 30 days and can renew it.',
  model: ExpiredDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'expired',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
  },
});
