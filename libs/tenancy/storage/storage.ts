import { mappingOf, type Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ClockMapping } from './clock.mapping.js';
import { HOSTS_TOPIC, HostMapping } from './host.mapping.js';
import { TenantMapping, TENANTS_TOPIC } from './tenant.mapping.js';
import { EndedTenant } from '../model/ended-tenant.js';

const DAY_MS = 86_400_000;

const EndedTenantMapping = mappingOf(EndedTenant, 'tenancy.ended_tenants', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'ended_tenants_pkey' },
  slug: { type: 'text', primary: true, primaryKeyConstraintName: 'ended_tenants_pkey' },
  id: { type: 'text' },
  name: { type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  endedAt: { name: 'ended_at', type: 'timestamptz', precision: 3 },
  story: { type: 'jsonb' },
});

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping, HostMapping, ClockMapping, EndedTenantMapping],
  migrations: Object.values(migrations),
  tenantRows: [
    { table: 'tenancy.ended_tenants' },
    { table: 'tenancy.hosts', cached: { topic: HOSTS_TOPIC, key: 'host' } },
    { table: 'tenancy.tenants', condition: 'id = ANY($1)', cached: { topic: TENANTS_TOPIC, key: 'slug' } },
  ],
  tenantChildren: [{ table: 'tenancy.clocks' }],
  retention: [{ table: 'tenancy.ended_tenants', old: 'ended_at < $1', afterMs: 7 * DAY_MS }],
};
