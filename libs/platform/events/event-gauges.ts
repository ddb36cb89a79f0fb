import { Injectable } from '@nestjs/common';
import { Clock } from '../process/clock/clock.js';
import { Database } from '../database/database.js';
import { oldestWrite } from '../database/oldest-write.js';
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
