import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { AccountMapping } from './account.mapping.js';

const DAY_MS = 86_400_000;

/** Sessions last at most a week. */
const retention: Storage['retention'] = [
  { table: 'accounts.sessions', old: 'created_at <= $1', afterMs: 8 * DAY_MS },
  { table: 'accounts.login_limits', old: 'expire <= extract(epoch FROM $1::timestamptz) * 1000', afterMs: DAY_MS },
];

export const accountsStorage: Storage = {
  schema: 'accounts',
  entities: [AccountMapping],
  migrations: Object.values(migrations),
  retention,
};
