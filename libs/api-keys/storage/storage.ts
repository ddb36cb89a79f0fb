import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ApiKeyMapping } from './api-key.mapping.js';

export const apiKeysStorage: Storage = {
  schema: 'api_keys',
  entities: [ApiKeyMapping],
  migrations: Object.values(migrations),
  tenantRows: [{ table: 'api_keys.keys', cached: { topic: 'key', key: 'hash' } }],
};
