import { mappingOf } from '#platform/database';
import { Tenant } from '../model/tenant.js';

/** Topic of notifications that tenants have changed. */
export const TENANTS_TOPIC = 'tenant';

export const TenantMapping = mappingOf(Tenant, 'tenancy.tenants', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'tenants_pkey' },
  slug: { type: 'text' },
  name: { type: 'text' },
  currency: { type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  suspendedAt: { name: 'suspended_at', type: 'timestamptz', precision: 3, nullable: true },
  controlDisabled: { name: 'control_disabled', type: 'boolean', default: false },
  facades: { type: 'text', array: true, nullable: true },
  parentId: { name: 'parent_id', type: 'text', nullable: true },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
  sharedLimit: { name: 'shared_limit', type: 'integer', nullable: true },
});
