import type { Storage } from '../connection.js';
import { EXPORTED_LOG_POSITION, logOrder } from '../../events/sql.js';
import { IS_NOT_LIVE } from '../../http/idempotency/sql.js';
import * as migrations from './migrations/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Idempotency keys are valid for 24 hours. Events are kept longer than the deliveries that refer to them (30 days), and
 * until all consumers have received them. Failed logins are kept for 90 days, because anyone can cause them; the rest of the
 * audit log is never deleted.
 */
const retention: Storage['retention'] = [
  { table: 'platform.idempotency_keys', old: 'created_at <= $1', afterMs: 25 * HOUR_MS },
  {
    table: 'platform.dead_events',
    old: 'EXISTS (SELECT FROM platform.events e WHERE e.id = event_id AND e.recorded_at <= $1)',
    afterMs: 45 * DAY_MS,
  },
  { table: 'platform.audit', old: `action COLLATE "C" = 'session.fail' AND at <= $1`, afterMs: 90 * DAY_MS },
  {
    table: 'platform.events',
    old: `recorded_at <= $1
      AND NOT EXISTS (SELECT FROM platform.consumers c WHERE (${logOrder('events')}) > (${logOrder('c')}))
      AND NOT EXISTS (SELECT FROM platform.dead_events d WHERE d.event_id = events.id)`,
    afterMs: 45 * DAY_MS,
  },
];

/** Event log, idempotency keys, audit log, and installation. They have no entities, because only hand-written SQL uses them. */
export const platformStorage: Storage = {
  schema: 'platform',
  entities: [],
  migrations: Object.values(migrations),
  retention,
  tenantRows: [
    // Results of live calls refer to live orders, which are not exported.
    { table: 'platform.idempotency_keys', exportedIf: IS_NOT_LIVE },
    {
      table: 'platform.dead_events',
      condition: 'event_id IN (SELECT id FROM platform.events WHERE tenant_id = ANY($1))',
      isLocal: true,
    },
    {
      table: 'platform.events',
      exported: {
        ...EXPORTED_LOG_POSITION,
        position: `row_number() OVER (PARTITION BY tenant_id ORDER BY ${logOrder('events')})`,
      },
    },
  ],
  tenantHistory: [{ table: 'platform.audit', identity: { column: 'position', of: 'platform.audit' }, isKept: true }],
};
