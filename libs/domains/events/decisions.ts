import { EventKind, Property } from '#platform/contract';

/** Data of the events about orders that failed or require action. */
export class DecidedDomain {
  /** Order that the event is about. @example ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  order_id: string;

  /** Domain of the order. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  status: string;

  /** Slug of the tenant. @example demo */
  tenant: string;

  /** Reason given by the registry, or by the test that decided the order; for a live order, the code of its failure in lower case. @example registry_rejected */
  reason: string;
}

export class WaitingDomain extends DecidedDomain {
  /** Status of the domain. */
  @Property({ enum: ['action_required'] }) declare status: 'action_required';

  /** Kind of the order. */
  @Property({ enum: ['registration', 'transfer'] }) kind: 'registration' | 'transfer';
}

export const DomainActionRequired = new EventKind<WaitingDomain>({
  type: 'domain.action_required',
  summary: 'An order requires action',
  description: 'The registry does not decide a paid order until an action is taken. The order waits without limit.',
  model: WaitingDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'action-required.com',
    tld: 'com',
    status: 'action_required',
    tenant: 'demo',
    reason: 'action_required',
    kind: 'registration',
  },
});

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

export const DomainTransferFailed = new EventKind<FailedDomain>({
  type: 'domain.transfer_failed',
  summary: 'A transfer failed',
  description:
    'The other registrar rejected a paid transfer, or the order was canceled. The whole amount was refunded.',
  model: FailedDomain,
  example: {
    ...DomainRegistrationFailed.definition.example,
    domain: 'rejected-taken.com',
    reason: 'registrar_rejected',
  },
});
