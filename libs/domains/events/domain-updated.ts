import { EventKind, Property } from '#platform/contract';
import { DomainTerm } from './domain-expiring.js';

export class UpdatedDomain extends DomainTerm {
  /** Status of the domain. */
  @Property({ enum: ['registered', 'expired'] }) declare status: 'registered' | 'expired';

  /** Members of the registration that have new values. @example ["nameservers", "locked"] */
  changed: string[];
}

export const DomainUpdated = new EventKind<UpdatedDomain>({
  type: 'domain.updated',
  summary: 'A domain was updated',
  description: 'Settings or the contact of a registration were changed. Changes to the present values send no event.',
  model: UpdatedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    tenant: 'demo',
    changed: ['nameservers', 'locked'],
  },
});
