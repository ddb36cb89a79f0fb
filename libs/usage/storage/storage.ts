import type { Storage } from '#platform/database';
import { BODIES_DAYS } from '../model/exchange.js';
import * as migrations from './migrations/index.js';

const DAY_MS = 86_400_000;

/** Minutes are kept until their hour is rolled up. */
const oldMinute = (table: string) => `minute <= $1 AND NOT EXISTS (SELECT FROM usage.due_hours d
  WHERE d.tenant_id = ${table}.tenant_id AND d.hour = date_trunc('hour', ${table}.minute, 'UTC'))`;

/**
 * Finds old rows by the lowest IDs, because an index on the time would make every insert more expensive. It checks the
 * 5,000 lowest IDs, because some rows may have a wrong time.
 */
const oldRow = (table: string) => `at <= $1 AND id = ANY(ARRAY(SELECT id FROM ${table} ORDER BY id LIMIT 5000))`;

/**
 * Requests are kept for 30 days, their bodies and counts per minute for a week and counts per hour for a year. Registrations
 * are kept for two weeks, because the overview compares the last week with the week before.
 */
const retention: Storage['retention'] = [
  { table: 'usage.requests', old: oldRow('usage.requests'), afterMs: 30 * DAY_MS },
  { table: 'usage.bodies', old: oldRow('usage.bodies'), afterMs: BODIES_DAYS * DAY_MS },
  { table: 'usage.unauthenticated', old: 'at <= $1', afterMs: 30 * DAY_MS },
  { table: 'usage.minutes', old: oldMinute('minutes'), afterMs: 7 * DAY_MS },
  { table: 'usage.minute_latencies', old: oldMinute('minute_latencies'), afterMs: 7 * DAY_MS },
  { table: 'usage.registrations', old: 'minute <= $1', afterMs: 15 * DAY_MS },
  { table: 'usage.hours', old: 'hour <= $1', afterMs: 366 * DAY_MS },
  { table: 'usage.hour_latencies', old: 'hour <= $1', afterMs: 366 * DAY_MS },
];

const REQUEST = { column: 'id', of: 'usage.requests' };

/** The request log and its counts. They have no entities, because only hand-written SQL uses them. */
export const usageStorage: Storage = {
  schema: 'usage',
  entities: [],
  migrations: Object.values(migrations),
  retention,
  tenantHistory: [
    {
      table: 'usage.bodies',
      condition: `id IN (SELECT id FROM usage.requests WHERE tenant_id = ANY($1))`,
      identity: REQUEST,
    },
    { table: 'usage.requests', identity: REQUEST },
    ...['due_hours', 'hour_latencies', 'hours', 'minute_latencies', 'minutes', 'registrations'].map(table => ({
      table: `usage.${table}`,
    })),
  ],
};
