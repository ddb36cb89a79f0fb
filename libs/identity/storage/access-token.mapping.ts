import { EntitySchema } from 'typeorm';
import { AccessToken } from '../model/access-token.js';

export const AccessTokenMapping = new EntitySchema<AccessToken>({
  name: 'AccessToken',
  target: AccessToken,
  schema: 'identity',
  tableName: 'tokens',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'tokens_pkey' },
    personId: { name: 'person_id', type: 'text' },
    name: { type: 'text' },
    hash: { type: 'text' },
    start: { type: 'text' },
    end: { type: 'text' },
    tenantIds: { name: 'tenant_ids', type: 'text', array: true, nullable: true },
    readOnly: { name: 'read_only', type: 'boolean', default: false },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true },
  },
  foreignKeys: [
    {
      name: 'tokens_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  uniques: [{ name: 'tokens_hash_key', columns: ['hash'] }],
  indices: [
    { name: 'tokens_person', columns: ['personId', 'createdAt'] },
    { name: 'tokens_expires', columns: ['expiresAt'] },
  ],
});
