import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { Metrics } from '../http/metrics.js';
import { countDead, outboxLag } from './outbox.js';

/** Shows operators a backlog of events. */
@Injectable()
class OutboxGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.metrics.gauge(
      'nameyard_outbox_lag_seconds',
      'Age of the oldest event that is due and not dispatched yet.',
      () => outboxLag(this.database, this.clock.now()),
    );
    this.metrics.gauge('nameyard_outbox_dead_events', 'Events that failed too often and are not retried.', () =>
      countDead(this.database),
    );
  }
}

/** Metrics of the outbox; part of each process that serves `/metrics`. */
@Module({ providers: [OutboxGauges] })
export class OutboxGaugesModule {}
