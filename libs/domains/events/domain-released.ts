import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class ReleasedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['released'] }) declare status: 'released';
}

export const DomainReleased = new EventKind<ReleasedDomain>({
  type: 'domain.released',
  summary: 'A domain was released',
  description: 'A domain was not renewed within 30 days after it expired. It can be registered again.',
  model: ReleasedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'released',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
  },
});
