import { EntitySchema } from 'typeorm';
import { Account } from '../model/person.js';

export const AccountMapping = new EntitySchema<Account>({
  name: 'Account',
  target: Account,
  schema: 'identity',
  tableName: 'people',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'people_pkey' },
    email: { type: 'text' },
    role: { type: 'text' },
    tenantIds: { name: 'tenant_ids', type: 'text', array: true },
    passwordHash: { name: 'password_hash', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    disabledAt: { name: 'disabled_at', type: 'timestamptz', precision: 3, nullable: true },
    generation: { type: 'integer', default: 0 },
  },
  uniques: [{ name: 'people_email_key', columns: ['email'] }],
  checks: [{ name: 'people_role_check', expression: `role IN ('operator', 'developer')` }],
});
