import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';
import { AmountView } from './domain-registered.js';

export class UnrenewedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['expired', 'registered'] }) declare status: 'expired' | 'registered';

  /**
   * Why the domain was not renewed: `payment_declined`, or for a live order the code of its failure in lower case.
   * @example payment_declined
   */
  reason: string;

  /** Amount that was declined or released. */
  amount: AmountView;
}

export const DomainRenewalFailed = new EventKind<UnrenewedDomain>({
  type: 'domain.renewal_failed',
  summary: 'A renewal failed',
  description:
    'The payment of an automatic renewal was declined: the domain expires, and the payment is not retried. In the live environment, a paid renewal failed at the registrar, and its amount was released.',
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
