import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { TenantMapping } from './tenant.mapping.js';

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping],
  migrations: Object.values(migrations),
};
