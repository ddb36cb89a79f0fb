import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { Statement } from '../database/statement.js';
import { Metrics } from '../http/metrics.js';
import { countDead } from './dead-events.js';
import { lagOfConsumers } from './event-log.js';

/** Transactions of other PostgreSQL users are visible only to members of pg_read_all_stats. */
const oldestWrite = new Statement<{ seconds: number }, Record<string, never>>(
  'events.oldest-write',
  `SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::float8 AS seconds
   FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
);

/** Shows operators a backlog of events, and transactions that hold events back. */
@Injectable()
export class EventGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.metrics.gaugeByLabel(
      'nameyard_event_lag_seconds',
      'Age of the oldest event that a consumer has not received yet.',
      'consumer',
      () => lagOfConsumers(this.database, this.clock.now()),
    );
    this.metrics.gauge(
      'nameyard_dead_events',
      'Events that a consumer could not handle, retried or given up.',
      async () => (await countDead.first(this.database, {}))!.count,
    );
    this.metrics.gauge(
      'nameyard_oldest_write_transaction_seconds',
      'Age of the oldest transaction that writes; later events wait until it ends.',
      async () => (await oldestWrite.first(this.database, {}))!.seconds,
    );
  }
}
