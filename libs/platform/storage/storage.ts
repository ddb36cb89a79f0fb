import type { Storage } from '../database/connection.js';
import * as migrations from './migrations/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The audit log is kept for good. An idempotency key promises 24 hours; events stay a week for whoever looks back, and the inbox as long as they may come. */
const retention: Storage['retention'] = [
  { table: 'platform.idempotency_keys', old: 'created_at <= $1', afterMs: 25 * HOUR_MS },
  { table: 'platform.outbox', old: `state = 'done' AND settled_at <= $1`, afterMs: 7 * DAY_MS },
  { table: 'platform.inbox', old: 'received_at <= $1', afterMs: 8 * DAY_MS },
];

/** Outbox, inbox, idempotency keys and audit log: tables that only hand-written statements touch. */
export const platformStorage: Storage = {
  schema: 'platform',
  entities: [],
  migrations: Object.values(migrations),
  retention,
};
