import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { RegistrationMapping } from './registration.mapping.js';

export const domainsStorage: Storage = {
  schema: 'domains',
  entities: [RegistrationMapping],
  migrations: Object.values(migrations),
  tenantRows: [{ table: 'domains.registrations' }],
};
