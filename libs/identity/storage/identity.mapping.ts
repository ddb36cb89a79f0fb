import { EntitySchema } from 'typeorm';
import { Identity } from '../model/identity.js';

export const IdentityMapping = new EntitySchema<Identity>({
  name: 'Identity',
  target: Identity,
  schema: 'identity',
  tableName: 'identities',
  columns: {
    issuer: { type: 'text', primary: true, primaryKeyConstraintName: 'identities_pkey' },
    subject: { type: 'text', primary: true, primaryKeyConstraintName: 'identities_pkey' },
    personId: { name: 'person_id', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
  foreignKeys: [
    {
      name: 'identities_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  uniques: [{ name: 'identities_person_key', columns: ['personId', 'issuer'] }],
});
