import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { Metrics } from '#platform/http';
import { countByState, findOldestUnfinished } from './storage/orders.js';
import { findLatest } from './storage/reconciliations.js';

/** Metrics of live orders, which exist only if a registrar is connected. */
@Injectable()
export class LiveGauges {
  constructor(metrics: Metrics, database: Database, clock: Clock, @Inject(SETTINGS) settings: Settings) {
    if (settings.registrar === 'none') return;
    metrics.polledGaugeByLabel('nameyard_live_orders', 'Live orders by state.', 'state', () => countByState(database));
    metrics.polledGauge(
      'nameyard_live_oldest_unfinished_seconds',
      'Time since the checkout of the oldest live order without an outcome.',
      async () => {
        const paidAt = (await findOldestUnfinished.first(database, {}))?.paidAt;
        return paidAt ? (clock.millis() - paidAt.getTime()) / 1_000 : 0;
      },
    );
    metrics.polledGauge(
      'nameyard_live_differences',
      'Differences that the latest reconciliation found, from the registrar or in the accounts of tenants.',
      async () => (await findLatest.first(database, {}))?.differences?.length ?? 0,
    );
  }
}
