import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';

export const registrarStorage: Storage = {
  schema: 'registrar',
  entities: [],
  migrations: Object.values(migrations),
  // Kept when the tenant is removed: the amounts remain accounted for, and the domains stay in the account at the registrar.
  // Not exported with the tenant, because the other installation has its own account at the registrar.
  tenantHistory: ['accounts', 'ledger', 'orders', 'registrations'].map(table => ({
    table: `registrar.${table}`,
    isKept: true,
    isLocal: true,
  })),
};
