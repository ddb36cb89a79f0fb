import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';
import { RefundView } from './domain-registration-failed.js';

export class DeletedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['deleted'] }) declare status: 'deleted';

  /** Refunded amount; null if no order registered the domain less than 120 hours before. */
  @Property({ type: RefundView, nullable: true }) refund: RefundView | null;
}

export const DomainDeleted = new EventKind<DeletedDomain>({
  type: 'domain.deleted',
  summary: 'A domain was deleted',
  description: 'A registration was deleted by the tenant. The domain can be registered again.',
  model: DeletedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'deleted',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
    refund: { currency: 'USD', total: 24.98 },
  },
});
