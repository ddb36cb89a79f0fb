import type { Storage } from '#platform/database';
import { ContactMapping, ContactUseMapping } from './contact.mapping.js';
import * as migrations from './migrations/index.js';
import { AssignedNumberMapping, LastNumberMapping } from './number.mapping.js';

export const facadesStorage: Storage = {
  schema: 'facades',
  entities: [ContactMapping, ContactUseMapping, AssignedNumberMapping, LastNumberMapping],
  migrations: Object.values(migrations),
  tenantRows: ['contacts', 'contact_uses', 'numbers', 'last_numbers'].map(table => ({ table: `facades.${table}` })),
};
