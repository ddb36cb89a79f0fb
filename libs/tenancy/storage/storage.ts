import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ClockMapping } from './clock.mapping.js';
import { HostMapping } from './host.mapping.js';
import { TenantMapping } from './tenant.mapping.js';

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping, HostMapping, ClockMapping],
  migrations: Object.values(migrations),
};
