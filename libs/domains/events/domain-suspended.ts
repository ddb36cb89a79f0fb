import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class SuspendedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered', 'expired'] }) declare status: 'registered' | 'expired';
}

export const DomainSuspended = new EventKind<SuspendedDomain>({
  type: 'domain.suspended',
  summary: 'A domain was suspended',
  description: 'The email address of the registrant was not verified within 15 days. Nothing else has changed.',
  model: SuspendedDomain,
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
