import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ClockMapping } from './clock.mapping.js';
import { HOSTS_TOPIC, HostMapping } from './host.mapping.js';
import { TenantMapping, TENANTS_TOPIC } from './tenant.mapping.js';

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping, HostMapping, ClockMapping],
  migrations: Object.values(migrations),
  tenantRows: [
    { table: 'tenancy.hosts', cached: { topic: HOSTS_TOPIC, key: 'host' } },
    { table: 'tenancy.tenants', condition: 'id = ANY($1)', cached: { topic: TENANTS_TOPIC, key: 'slug' } },
  ],
  tenantChildren: [{ table: 'tenancy.clocks' }],
};
