import { Injectable } from '@nestjs/common';
import { Metrics } from '../http/metrics.js';
import { Database } from './database.js';

/** Shows operators whether the process has enough connections to PostgreSQL. */
@Injectable()
export class PoolGauges {
  constructor(metrics: Metrics, database: Database) {
    metrics.gaugeByLabel(
      'nameyard_postgres_pool_connections',
      'Connections of the pool to PostgreSQL, by state (idle, used).',
      'state',
      () => {
        const { size, idle } = database.poolUse;
        return [
          ['idle', idle],
          ['used', size - idle],
        ];
      },
    );
    metrics.gauge(
      'nameyard_postgres_pool_max_connections',
      'Maximum number of connections of the pool to PostgreSQL.',
      () => database.poolUse.max,
    );
    metrics.gauge(
      'nameyard_postgres_pool_waiting',
      'Operations that wait for a connection of the pool.',
      () => database.poolUse.waiting,
    );
  }
}
