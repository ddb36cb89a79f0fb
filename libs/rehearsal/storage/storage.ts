import type { Storage } from '#platform/database';
import { ClockChangeMapping } from './clock-change.mapping.js';
import * as migrations from './migrations/index.js';

const DAY_MS = 86_400_000;

export const rehearsalStorage: Storage = {
  schema: 'rehearsal',
  entities: [ClockChangeMapping],
  migrations: Object.values(migrations),
  // Longer than the idempotency keys that refer to them.
  retention: [{ table: 'rehearsal.clock_changes', old: 'is_finished AND changed_at < $1', afterMs: 2 * DAY_MS }],
};
