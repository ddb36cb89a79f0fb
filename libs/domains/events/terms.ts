import { DateTime, EventKind, NullableText, Property } from '#platform/contract';
import { RefundView } from './decisions.js';
import { AmountView } from './registrations.js';

/** Data that events about a registration share. */
export class DomainTerm {
  @NullableText(
    'Order that registered the domain; null for a registration that was set up without an order.',
    'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  )
  order_id: string | null;

  /** Domain of the registration. @example example.com */
  domain: string;

  /** TLD of the domain, without a leading dot. @example com */
  tld: string;

  /** Time of the registration. */
  @DateTime() registered_at: string;

  /** End of the term that the event is about. @example 2027-11-21T07:00:00.000Z */
  @DateTime() expires_at: string;

  /** Slug of the tenant. @example demo */
  tenant: string;

  status: string;
}

/** Data that the examples share. */
const TERM = {
  order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  domain: 'example.com',
  tld: 'com',
  status: 'registered' as const,
  registered_at: '2025-11-21T07:00:00.000Z',
  expires_at: '2027-11-21T07:00:00.000Z',
  tenant: 'demo',
};

export class ExpiringDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered'] }) declare status: 'registered';
}

export const DomainExpiring = new EventKind<ExpiringDomain>({
  type: 'domain.expiring',
  summary: 'A domain expires soon',
  description: 'A domain expires in 30 days, unless it is renewed.',
  model: ExpiringDomain,
  example: TERM,
});

export class ExpiredDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['expired'] }) declare status: 'expired';
}

export const DomainExpired = new EventKind<ExpiredDomain>({
  type: 'domain.expired',
  summary: 'A domain expired',
  description: 'A domain has expired. The tenant still holds it for 30 days and can renew it.',
  model: ExpiredDomain,
  example: { ...TERM, status: 'expired' },
});

export class ReleasedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['released'] }) declare status: 'released';
}

export const DomainReleased = new EventKind<ReleasedDomain>({
  type: 'domain.released',
  summary: 'A domain was released',
  description: 'A domain was not renewed within 30 days after it expired. It can be registered again.',
  model: ReleasedDomain,
  example: { ...TERM, status: 'released' },
});

export class DeletedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['deleted'] }) declare status: 'deleted';

  /** Refunded amount if an order registered the domain less than 120 hours before; otherwise null. */
  @Property({ type: RefundView, nullable: true }) refund: RefundView | null;
}

export const DomainDeleted = new EventKind<DeletedDomain>({
  type: 'domain.deleted',
  summary: 'A domain was deleted',
  description: 'A registration was deleted by the tenant. The domain can be registered again.',
  model: DeletedDomain,
  example: { ...TERM, status: 'deleted', refund: { currency: 'USD', total: 24.98 } },
});

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
  example: { ...TERM, status: 'transferred_away' },
});

/** Data of events after which the tenant still holds the domain. */
class HeldDomainTerm extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered', 'expired'] }) declare status: 'registered' | 'expired';
}

export class UpdatedDomain extends HeldDomainTerm {
  /** Members of the registration that have new values. @example ["nameservers", "locked"] */
  changed: string[];
}

export const DomainUpdated = new EventKind<UpdatedDomain>({
  type: 'domain.updated',
  summary: 'A domain was updated',
  description: 'Settings or the contact of a registration were changed. Changes to the present values send no event.',
  model: UpdatedDomain,
  example: { ...TERM, changed: ['nameservers', 'locked'] },
});

export class UnverifiedDomain extends HeldDomainTerm {
  /** When the domain is suspended, unless the email address is verified. @example 2025-12-06T07:00:00.000Z */
  @DateTime() due_at: string;
}

export const DomainVerificationDue = new EventKind<UnverifiedDomain>({
  type: 'domain.verification_due',
  summary: 'An email address is to be verified',
  description: 'The email address of the registrant is not verified. In 15 days the domain is suspended.',
  model: UnverifiedDomain,
  example: { ...TERM, due_at: '2025-12-06T07:00:00.000Z' },
});

export class VerifiedDomain extends HeldDomainTerm {}

export const DomainVerified = new EventKind<VerifiedDomain>({
  type: 'domain.verified',
  summary: 'An email address was verified',
  description:
    'The email address of the registrant was verified, or replaced by a verified one. A suspension of the domain has ended.',
  model: VerifiedDomain,
  example: TERM,
});

export class SuspendedDomain extends HeldDomainTerm {}

export const DomainSuspended = new EventKind<SuspendedDomain>({
  type: 'domain.suspended',
  summary: 'A domain was suspended',
  description: 'The email address of the registrant was not verified within 15 days. Nothing else has changed.',
  model: SuspendedDomain,
  example: TERM,
});

export class UnrenewedDomain extends DomainTerm {
  @NullableText(
    'Order that registered the domain, or null if there is none; in the live environment the order of the renewal that failed.',
    'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  )
  declare order_id: string | null;

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
  example: { ...TERM, status: 'expired', reason: 'payment_declined', amount: { currency: 'USD', total: 14.99 } },
});
