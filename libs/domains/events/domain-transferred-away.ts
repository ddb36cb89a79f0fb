import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class LostDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['transferred_away'] }) declare status: 'transferred_away';
}

export const DomainTransferredAway = new EventKind<LostDomain>({
  type: 'domain.transferred_away',
  summary: 'A domain was transferred away',
  description:
    'A domain was transferred to another registrar. The tenant no longer holds it, and its order stays paid.',
  model: LostDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'transferred_away',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
  },
});
