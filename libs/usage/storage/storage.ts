import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';

const DAY_MS = 86_400_000;

/** A minute stays until its hour holds it, however late that is. */
const oldMinute = (table: string) => `minute <= $1 AND NOT EXISTS (SELECT FROM usage.due_hours d
  WHERE d.tenant_id = ${table}.tenant_id AND d.hour = date_trunc('hour', ${table}.minute, 'UTC'))`;

/**
 * The log grows with its ids, so that its oldest rows are found without an index on the time, which every request would
 * pay for. Some thousands are looked at, should a clock have been wrong once.
 */
const oldRequest = 'at <= $1 AND id = ANY(ARRAY(SELECT id FROM usage.requests ORDER BY id LIMIT 5000))';

/** What happened in detail for a month, by the minute for a week, by the hour for a year. */
const retention: Storage['retention'] = [
  { table: 'usage.requests', old: oldRequest, afterMs: 30 * DAY_MS },
  { table: 'usage.minutes', old: oldMinute('minutes'), afterMs: 7 * DAY_MS },
  { table: 'usage.minute_latencies', old: oldMinute('minute_latencies'), afterMs: 7 * DAY_MS },
  { table: 'usage.registrations', old: 'minute <= $1', afterMs: 8 * DAY_MS },
  { table: 'usage.hours', old: 'hour <= $1', afterMs: 366 * DAY_MS },
  { table: 'usage.hour_latencies', old: 'hour <= $1', afterMs: 366 * DAY_MS },
];

/** The request log and its counts: tables that only hand-written statements touch. */
export const usageStorage: Storage = {
  schema: 'usage',
  entities: [],
  migrations: Object.values(migrations),
  retention,
};
