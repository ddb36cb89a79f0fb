import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class VerifiedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered', 'expired'] }) declare status: 'registered' | 'expired';
}

export const DomainVerified = new EventKind<VerifiedDomain>({
  type: 'domain.verified',
  summary: 'An email address was verified',
  description:
    'The email address of the registrant was verified, or replaced by a verified one. A suspension of the domain has ended.',
  model: VerifiedDomain,
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
