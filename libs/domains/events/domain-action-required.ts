import { EventKind, Property } from '#platform/contract';

/** Data of the events about an order that the registry has not registered. */
export class DecidedDomain {
  /** Order that was decided. @example ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  order_id: string;

  /** Domain of the order. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  status: string;

  /** Slug of the tenant. @example demo */
  tenant: string;

  /** Why, as the registry says it, or as the test has chosen it. @example registry_rejected */
  reason: string;
}

export class WaitingDomain extends DecidedDomain {
  /** Status of the domain. */
  @Property({ enum: ['action_required'] }) declare status: 'action_required';

  /** What the order pays for. */
  @Property({ enum: ['registration', 'transfer'] }) kind: 'registration' | 'transfer';
}

export const DomainActionRequired = new EventKind<WaitingDomain>({
  type: 'domain.action_required',
  summary: 'An order waits for somebody',
  description: 'The registry cannot decide a paid order before somebody acts. It waits without limit.',
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
