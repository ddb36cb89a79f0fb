import { EventKind, Property } from '#platform/contract';
import { DecidedDomain } from './domain-action-required.js';

export class RefundView {
  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Refunded amount: the whole amount of the order. @example 24.98 */
  total: number;
}

export class FailedDomain extends DecidedDomain {
  /** Status of the domain. */
  @Property({ enum: ['failed'] }) declare status: 'failed';

  /** Refunded amount. */
  refund: RefundView;
}

export const DomainRegistrationFailed = new EventKind<FailedDomain>({
  type: 'domain.registration_failed',
  summary: 'A registration failed',
  description:
    'The registry rejected a paid registration, the order was canceled, or a live order failed at the registrar. The whole amount was refunded.',
  model: FailedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'my-rejected-shop.com',
    tld: 'com',
    status: 'failed',
    tenant: 'demo',
    reason: 'registry_rejected',
    refund: { currency: 'USD', total: 11.99 },
  },
});
