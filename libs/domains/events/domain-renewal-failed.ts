import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';
import { AmountView } from './domain-registered.js';

export class UnrenewedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['expired'] }) declare status: 'expired';

  /** Why the domain was not renewed. */
  @Property({ enum: ['payment_declined'] }) reason: 'payment_declined';

  /** Amount that was declined. */
  amount: AmountView;
}

export const DomainRenewalFailed = new EventKind<UnrenewedDomain>({
  type: 'domain.renewal_failed',
  summary: 'An automatic renewal failed',
  description: 'The payment of an automatic renewal was declined. The domain expires, and the payment is not retried.',
  model: UnrenewedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'expired',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
    reason: 'payment_declined',
    amount: { currency: 'USD', total: 14.99 },
  },
});
