import { EntitySchema } from 'typeorm';
import { OneTimeLink } from '../model/one-time-link.js';

export const OneTimeLinkMapping = new EntitySchema<OneTimeLink>({
  name: 'OneTimeLink',
  target: OneTimeLink,
  schema: 'identity',
  tableName: 'links',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'links_pkey' },
    personId: { name: 'person_id', type: 'text' },
    kind: { type: 'text' },
    hash: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
    endedAt: { name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true },
    ending: { type: 'text', nullable: true },
  },
  foreignKeys: [
    {
      name: 'links_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  uniques: [{ name: 'links_hash_key', columns: ['hash'] }],
  checks: [
    { name: 'links_kind_check', expression: `kind IN ('invitation', 'reset')` },
    { name: 'links_ending_check', expression: `ending IN ('used', 'revoked', 'superseded', 'obsolete')` },
  ],
  indices: [
    { name: 'links_person', columns: ['personId', 'createdAt'] },
    { name: 'links_expires', columns: ['expiresAt'] },
  ],
});
