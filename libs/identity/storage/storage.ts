import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { AccessTokenMapping } from './access-token.mapping.js';
import { AccountMapping } from './account.mapping.js';
import { RecoveryCodeMapping, TotpFactorMapping } from './factor.mapping.js';
import { IdentityMapping } from './identity.mapping.js';
import { OneTimeLinkMapping } from './link.mapping.js';
import { PasskeyMapping, UsedChallengeMapping } from './passkey.mapping.js';

const DAY_MS = 86_400_000;

/**
 * Sessions last at most a week. Ended tokens stay in the list of their person for 30 days,
 * and an invitation that was not answered can be repeated for 30 days. Used challenges have expired when they are deleted.
 */
const retention: Storage['retention'] = [
  { table: 'identity.sessions', old: 'created_at <= $1', afterMs: 8 * DAY_MS },
  { table: 'identity.tokens', old: 'expires_at <= $1', afterMs: 30 * DAY_MS },
  { table: 'identity.links', old: 'expires_at <= $1', afterMs: 30 * DAY_MS },
  { table: 'identity.used_challenges', old: 'expires_at <= $1', afterMs: DAY_MS },
  { table: 'identity.login_limits', old: 'expire <= extract(epoch FROM $1::timestamptz) * 1000', afterMs: DAY_MS },
];

export const identityStorage: Storage = {
  schema: 'identity',
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
  // The context of `totp-secrets`.
  sealed: [{ table: 'identity.totp', id: 'person_id', context: `'identity totp ' || person_id` }],
};
