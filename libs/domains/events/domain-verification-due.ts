import { DateTime, EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class UnverifiedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered', 'expired'] }) declare status: 'registered' | 'expired';

  /** When the domain is suspended, unless the email address is verified. @example 2025-12-06T07:00:00.000Z */
  @DateTime() due_at: string;
}

export const DomainVerificationDue = new EventKind<UnverifiedDomain>({
  type: 'domain.verification_due',
  summary: 'An email address is to be verified',
  description: 'The email address of the registrant is not verified. In 15 days the domain is suspended.',
  model: UnverifiedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
    due_at: '2025-12-06T07:00:00.000Z',
  },
});
