import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ClockMapping } from './clock.mapping.js';
import { EndedTenantMapping } from './ended-tenant.mapping.js';
import { HOSTS_TOPIC, HostMapping } from './host.mapping.js';
import { TenantMapping, TENANTS_TOPIC } from './tenant.mapping.js';

const DAY_MS = 86_400_000;

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
