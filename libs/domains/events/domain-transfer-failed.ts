import { EventKind } from '#platform/contract';
import { FailedDomain } from './domain-registration-failed.js';

export const DomainTransferFailed = new EventKind<FailedDomain>({
  type: 'domain.transfer_failed',
  summary: 'A transfer failed',
  description:
    'The other registrar rejected a paid transfer, or the order was canceled. The whole amount was refunded.',
  model: FailedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'rejected-taken.com',
    tld: 'com',
    status: 'failed',
    tenant: 'demo',
    reason: 'registrar_rejected',
    refund: { currency: 'USD', total: 11.99 },
  },
});
