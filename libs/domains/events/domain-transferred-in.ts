import { EventKind } from '#platform/contract';
import { RegisteredDomain } from './domain-registered.js';

export const DomainTransferredIn = new EventKind<RegisteredDomain>({
  type: 'domain.transferred_in',
  summary: 'A domain was transferred in',
  description: 'The transfer of a domain to this tenant has ended, and the tenant holds the domain for a year.',
  model: RegisteredDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'already-taken.com',
    tld: 'com',
    years: 1,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2026-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 11.99 },
    owner: { email: 'ada@example.com' },
    tenant: 'demo',
  },
});
