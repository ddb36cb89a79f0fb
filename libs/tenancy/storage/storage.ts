import type { Storage } from '#platform/database';
import { CreateTenants1763683201000 } from './migrations/1763683201000-create-tenants.js';
import { SuspendTenants1763683212000 } from './migrations/1763683212000-suspend-tenants.js';
import { TenantMapping } from './tenant.mapping.js';

export const tenancyStorage: Storage = {
  schema: 'tenancy',
  entities: [TenantMapping],
  migrations: [CreateTenants1763683201000, SuspendTenants1763683212000],
};
