import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { Metrics } from '#platform/http';
import { ageOfOldestDue } from '../storage/cursors.js';

/** Shows operators that deliveries are delayed, regardless of the cause. */
@Injectable()
export class DeliveryGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.metrics.gauge(
      'nameyard_webhook_oldest_due_seconds',
      'Age of the oldest webhook delivery that is due and not sent yet.',
      () => ageOfOldestDue(this.database, this.clock.now()),
    );
  }
}
