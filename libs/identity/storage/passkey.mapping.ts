import { EntitySchema } from 'typeorm';
import { Passkey, UsedChallenge } from '../model/passkey.js';

export const PasskeyMapping = new EntitySchema<Passkey>({
  name: 'Passkey',
  target: Passkey,
  schema: 'identity',
  tableName: 'passkeys',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'passkeys_pkey' },
    personId: { name: 'person_id', type: 'text' },
    name: { type: 'text' },
    rpId: { name: 'rp_id', type: 'text' },
    credentialId: { name: 'credential_id', type: 'text' },
    publicKey: { name: 'public_key', type: 'bytea' },
    // Authenticators count with 32 bits, without a sign. PostgreSQL returns bigint as text.
    counter: { type: 'bigint', transformer: { to: (value: number) => value, from: Number } },
    transports: { type: 'text', array: true },
    aaguid: { type: 'text', nullable: true },
    backedUp: { name: 'backed_up', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true },
  },
  foreignKeys: [
    {
      name: 'passkeys_person_id_fkey',
      target: 'Account',
      columnNames: ['personId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  uniques: [{ name: 'passkeys_credential_key', columns: ['credentialId'] }],
  indices: [
    { name: 'passkeys_person', columns: ['personId', 'createdAt'] },
    { name: 'passkeys_rp', columns: ['rpId'] },
  ],
});

export const UsedChallengeMapping = new EntitySchema<UsedChallenge>({
  name: 'UsedChallenge',
  target: UsedChallenge,
  schema: 'identity',
  tableName: 'used_challenges',
  columns: {
    hash: { type: 'text', primary: true, primaryKeyConstraintName: 'used_challenges_pkey' },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
  },
  indices: [{ name: 'used_challenges_expires', columns: ['expiresAt'] }],
});
