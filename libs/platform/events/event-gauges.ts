import { Injectable } from '@nestjs/common';
import { Clock } from '../process/clock/clock.js';
import { Database } from '../database/database.js';
import { Statement } from '../database/statement.js';
import { Metrics } from '../http/metrics.js';
import { logOrder } from './sql.js';

const lag = new Statement<{ name: string; seconds: number }, { now: Date }>(
  'events.lag',
  `SELECT c.name, coalesce(greatest(extract(epoch FROM :now::timestamptz - e.recorded_at), 0), 0)::float8 AS seconds
   FROM platform.consumers c LEFT JOIN LATERAL (
     SELECT e.recorded_at FROM platform.events e WHERE (${logOrder('e')}) > (${logOrder('c')})
     ORDER BY ${logOrder('e')} LIMIT 1
   ) e ON true`,
);

const countDead = new Statement<{ count: number }, Record<string, never>>(
  'events.count-dead',
  'SELECT count(*)::int AS count FROM platform.dead_events',
);

/** Transactions of other PostgreSQL users are visible only to members of pg_read_all_stats. */
const oldestWrite = new Statement<{ seconds: number }, Record<string, never>>(
  'events.oldest-write',
  `SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::float8 AS seconds
   FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
);

/** Shows operators a backlog of events, and transactions that hold events back. */
@Injectable()
export class EventGauges {
  constructor(metrics: Metrics, database: Database, clock: Clock) {
    metrics.polledGaugeByLabel(
      'nameyard_event_lag_seconds',
      'Age of the oldest event that a consumer has not received yet.',
      'consumer',
      async () => (await lag.run(database, { now: clock.now() })).map(({ name, seconds }) => [name, seconds] as const),
    );
    metrics.polledGauge(
      'nameyard_dead_events',
      'Events that a consumer could not handle, retried or given up.',
      async () => (await countDead.first(database, {}))!.count,
    );
    metrics.polledGauge(
      'nameyard_oldest_write_transaction_seconds',
      'Age of the oldest transaction that writes; later events wait until it ends.',
      async () => (await oldestWrite.first(database, {}))!.seconds,
    );
  }
}
