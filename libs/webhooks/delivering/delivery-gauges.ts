import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Metrics } from '#platform/http';
import { ageOfOldestDue } from '../storage/due.js';

/** Shows operators that deliveries are delayed: by the service itself, or by receivers. */
@Injectable()
export class DeliveryGauges {
  constructor(metrics: Metrics, database: Database, clock: Clock) {
    const ageOf = (filter: { blocked: boolean }) => async () =>
      (await ageOfOldestDue.first(database, { now: clock.now(), ...filter }))!.seconds;
    metrics.polledGauge(
      'nameyard_webhook_oldest_due_seconds',
      'Age of the oldest webhook delivery that is due and not sent yet, although its receiver keeps up.',
      ageOf({ blocked: false }),
    );
    metrics.polledGauge(
      'nameyard_webhook_oldest_waiting_seconds',
      'Age of the oldest webhook delivery that is due and waits for its receiver, which fails or responds slowly.',
      ageOf({ blocked: true }),
    );
  }
}
