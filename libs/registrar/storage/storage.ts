import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';

export const registrarStorage: Storage = {
  schema: 'registrar',
  entities: [],
  migrations: Object.values(migrations),
  // The money of a tenant is accounted for after its removal, and its domains stay in the account at the registrar.
  tenantHistory: ['accounts', 'ledger', 'orders', 'registrations'].map(table => ({
    table: `registrar.${table}`,
    isKept: true,
    isLocal: true,
  })),
};
