import type { Storage } from '#platform/database';
import { CreateRegistrations1763683203000 } from './migrations/1763683203000-create-registrations.js';
import { ListRegistrations1763683223000 } from './migrations/1763683223000-list-registrations.js';
import { RegistrationMapping } from './registration.mapping.js';

export const domainsStorage: Storage = {
  schema: 'domains',
  entities: [RegistrationMapping],
  migrations: [CreateRegistrations1763683203000, ListRegistrations1763683223000],
};
