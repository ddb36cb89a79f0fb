import { mappingOf, type Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { AccessToken } from '../model/access-token.js';
import { Account } from '../model/person.js';
import { RecoveryCode, TotpFactor } from '../model/factors.js';
import { Identity } from '../model/identity.js';
import { OneTimeLink } from '../model/one-time-link.js';
import { Passkey, UsedChallenge } from '../model/passkey.js';

const DAY_MS = 86_400_000;

/**
 * Sessions last at most a week. Tokens stay in the list of their person until 30 days after their expiry. An expired
 * invitation can be repeated for 30 days. Used challenges are deleted only after they expire, so that none can be used again.
 */
const retention: Storage['retention'] = [
  { table: 'identity.sessions', old: 'created_at <= $1', afterMs: 8 * DAY_MS },
  { table: 'identity.tokens', old: 'expires_at <= $1', afterMs: 30 * DAY_MS },
  { table: 'identity.links', old: 'expires_at <= $1', afterMs: 30 * DAY_MS },
  { table: 'identity.used_challenges', old: 'expires_at <= $1', afterMs: DAY_MS },
  { table: 'identity.login_limits', old: 'expire <= extract(epoch FROM $1::timestamptz) * 1000', afterMs: DAY_MS },
];

const AccessTokenMapping = mappingOf(AccessToken, 'identity.tokens', {
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
});

const AccountMapping = mappingOf(Account, 'identity.people', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'people_pkey' },
  email: { type: 'text' },
  role: { type: 'text' },
  tenantIds: { name: 'tenant_ids', type: 'text', array: true },
  passwordHash: { name: 'password_hash', type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  disabledAt: { name: 'disabled_at', type: 'timestamptz', precision: 3, nullable: true },
  generation: { type: 'integer', default: 0 },
  ownersMasked: { name: 'owners_masked', type: 'boolean', default: false },
});

const TotpFactorMapping = mappingOf(TotpFactor, 'identity.totp', {
  personId: { name: 'person_id', type: 'text', primary: true, primaryKeyConstraintName: 'totp_pkey' },
  sealed: { type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  confirmedAt: { name: 'confirmed_at', type: 'timestamptz', precision: 3, nullable: true },
  lastStep: { name: 'last_step', type: 'integer' },
});

const RecoveryCodeMapping = mappingOf(RecoveryCode, 'identity.recovery_codes', {
  personId: { name: 'person_id', type: 'text', primary: true, primaryKeyConstraintName: 'recovery_codes_pkey' },
  hash: { type: 'text', primary: true, primaryKeyConstraintName: 'recovery_codes_pkey' },
});

const IdentityMapping = mappingOf(Identity, 'identity.identities', {
  issuer: { type: 'text', primary: true, primaryKeyConstraintName: 'identities_pkey' },
  subject: { type: 'text', primary: true, primaryKeyConstraintName: 'identities_pkey' },
  personId: { name: 'person_id', type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
});

const OneTimeLinkMapping = mappingOf(OneTimeLink, 'identity.links', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'links_pkey' },
  personId: { name: 'person_id', type: 'text' },
  kind: { type: 'text' },
  hash: { type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
  endedAt: { name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true },
  ending: { type: 'text', nullable: true },
});

const PasskeyMapping = mappingOf(Passkey, 'identity.passkeys', {
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
});

const UsedChallengeMapping = mappingOf(UsedChallenge, 'identity.used_challenges', {
  hash: { type: 'text', primary: true, primaryKeyConstraintName: 'used_challenges_pkey' },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
});

export const identityStorage: Storage = {
  schema: 'identity',
  tenantLists: ['identity.people', 'identity.tokens'],
  entities: [
    AccountMapping,
    AccessTokenMapping,
    OneTimeLinkMapping,
    IdentityMapping,
    TotpFactorMapping,
    RecoveryCodeMapping,
    PasskeyMapping,
    UsedChallengeMapping,
  ],
  migrations: Object.values(migrations),
  retention,
  // Must equal `totpContext`.
  sealed: [{ table: 'identity.totp', id: 'person_id', context: `'identity totp ' || person_id` }],
};
