import { mappingOf, RowsOfTenant } from '#platform/database';
import { Registration } from '../model/registration.js';

export const RegistrationMapping = mappingOf(Registration, 'domains.registrations', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'registrations_pkey' },
  // The collation C is fast, the same in all databases, and supports prefix searches.
  domain: { type: 'text', collation: 'C', primary: true, primaryKeyConstraintName: 'registrations_pkey' },
  tld: { type: 'text' },
  orderId: { name: 'order_id', type: 'text', nullable: true },
  registeredAt: { name: 'registered_at', type: 'timestamptz', precision: 3, nullable: true },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
  nameservers: { type: 'jsonb', nullable: true },
  locked: { type: 'boolean', default: true },
  autoRenew: { name: 'auto_renew', type: 'boolean', default: false },
  privacy: { type: 'boolean', default: false },
  paymentMethod: { name: 'payment_method', type: 'text', default: 'test' },
  contact: { type: 'jsonb', nullable: true },
  verificationDueAt: { name: 'verification_due_at', type: 'timestamptz', precision: 3, nullable: true },
  suspended: { type: 'boolean', default: false },
});

export const registrationRows = new RowsOfTenant(
  RegistrationMapping,
  'domain COLLATE "C"',
  'registered_at IS NOT NULL',
);
