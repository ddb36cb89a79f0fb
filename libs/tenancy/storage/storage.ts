import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { HostMapping } from './host.mapping.js';
import { TenantMapping } from './tenant.mapping.js';

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping, HostMapping],
  migrations: Object.values(migrations),
};
