import { EntitySchema } from 'typeorm';
import { Registration } from '../model/registration.js';

export const RegistrationMapping = new EntitySchema<Registration>({
  name: 'Registration',
  target: Registration,
  schema: 'domains',
  tableName: 'registrations',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'registrations_pkey' },
    domain: { type: 'text', primary: true, primaryKeyConstraintName: 'registrations_pkey' },
    tld: { type: 'text' },
    orderId: { name: 'order_id', type: 'text', nullable: true },
    registeredAt: { name: 'registered_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
  },
  indices: [
    { name: 'registrations_tenant', columns: ['tenantId', 'registeredAt', 'domain'] },
    { name: 'registrations_expiry', columns: ['tenantId', 'expiresAt', 'domain'] },
    { name: 'registrations_domain', columns: ['tenantId', 'domain'] },
  ],
});
