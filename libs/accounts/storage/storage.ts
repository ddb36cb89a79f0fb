import type { Storage } from '#platform/database';
import { AccountMapping } from './account.mapping.js';
import { CreateAccounts1763683210000 } from './migrations/1763683210000-create-accounts.js';

const DAY_MS = 86_400_000;

/** A session is over after a week at the latest. */
const retention: Storage['retention'] = [
  { table: 'accounts.sessions', old: 'created_at <= $1', afterMs: 8 * DAY_MS },
  { table: 'accounts.login_limits', old: 'expire <= extract(epoch FROM $1::timestamptz) * 1000', afterMs: DAY_MS },
];

export const accountsStorage: Storage = {
  schema: 'accounts',
  entities: [AccountMapping],
  migrations: [CreateAccounts1763683210000],
  retention,
};
