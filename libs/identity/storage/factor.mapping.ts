import { EntitySchema } from 'typeorm';
import { RecoveryCode, TotpFactor } from '../model/factors.js';

export const TotpFactorMapping = new EntitySchema<TotpFactor>({
  name: 'TotpFactor',
  target: TotpFactor,
  schema: 'identity',
  tableName: 'totp',
  columns: {
    personId: { name: 'person_id', type: 'text', primary: true, primaryKeyConstraintName: 'totp_pkey' },
    sealed: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    confirmedAt: { name: 'confirmed_at', type: 'timestamptz', precision: 3, nullable: true },
    lastStep: { name: 'last_step', type: 'integer' },
  },
  foreignKeys: [
    {
      name: 'totp_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});

export const RecoveryCodeMapping = new EntitySchema<RecoveryCode>({
  name: 'RecoveryCode',
  target: RecoveryCode,
  schema: 'identity',
  tableName: 'recovery_codes',
  columns: {
    personId: { name: 'person_id', type: 'text', primary: true, primaryKeyConstraintName: 'recovery_codes_pkey' },
    hash: { type: 'text', primary: true, primaryKeyConstraintName: 'recovery_codes_pkey' },
  },
  foreignKeys: [
    {
      name: 'recovery_codes_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});
