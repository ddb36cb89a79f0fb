import { mappingOf, type Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ApiKey } from '../model/api-key.js';

const ApiKeyMapping = mappingOf(ApiKey, 'api_keys.keys', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'keys_pkey' },
  tenantId: { name: 'tenant_id', type: 'text' },
  name: { type: 'text' },
  hash: { type: 'text' },
  start: { type: 'text' },
  end: { type: 'text' },
  scope: { type: 'text' },
  permissions: { type: 'text', array: true },
  limit: { name: 'rate_limit', type: 'integer' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
  revokedAt: { name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true },
  lastUsedAt: { name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true },
  rolledTo: { name: 'rolled_to', type: 'text', nullable: true },
});

export const apiKeysStorage: Storage = {
  schema: 'api_keys',
  entities: [ApiKeyMapping],
  migrations: Object.values(migrations),
  tenantRows: [{ table: 'api_keys.keys', cached: { topic: 'key', key: 'hash' } }],
};
