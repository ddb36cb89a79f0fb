import { EntitySchema } from 'typeorm';
import { EndedTenant } from '../model/ended-tenant.js';

export const EndedTenantMapping = new EntitySchema<EndedTenant>({
  name: 'EndedTenant',
  target: EndedTenant,
  schema: 'tenancy',
  tableName: 'ended_tenants',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'ended_tenants_pkey' },
    slug: { type: 'text', primary: true, primaryKeyConstraintName: 'ended_tenants_pkey' },
    id: { type: 'text' },
    name: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    endedAt: { name: 'ended_at', type: 'timestamptz', precision: 3 },
    story: { type: 'jsonb' },
  },
});
