import type { Storage } from '../database/connection.js';
import * as migrations from './migrations/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Idempotency keys are valid for 24 hours. Inbox entries outlive the events. The audit log is never deleted. */
const retention: Storage['retention'] = [
  { table: 'platform.idempotency_keys', old: 'created_at <= $1', afterMs: 25 * HOUR_MS },
  { table: 'platform.outbox', old: `state = 'done' AND settled_at <= $1`, afterMs: 7 * DAY_MS },
  { table: 'platform.inbox', old: 'received_at <= $1', afterMs: 8 * DAY_MS },
];

/** Outbox, inbox, idempotency keys and audit log. They have no entities, because only hand-written SQL uses them. */
export const platformStorage: Storage = {
  schema: 'platform',
  entities: [],
  migrations: Object.values(migrations),
  retention,
};
