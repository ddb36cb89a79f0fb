import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';

export const registrarStorage: Storage = {
  schema: 'registrar',
  entities: [],
  migrations: Object.values(migrations),
};
