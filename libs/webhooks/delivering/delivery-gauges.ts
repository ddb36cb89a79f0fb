import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Metrics } from '#platform/http';
import { ageOfOldestDue } from '../storage/due.js';

/** Shows operators that deliveries are delayed, regardless of the cause. */
@Injectable()
export class DeliveryGauges {
  constructor(metrics: Metrics, database: Database, clock: Clock) {
    metrics.polledGauge(
      'nameyard_webhook_oldest_due_seconds',
      'Age of the oldest webhook delivery that is due and not sent yet.',
      async () => (await ageOfOldestDue.first(database, { now: clock.now() }))!.seconds,
    );
  }
}
