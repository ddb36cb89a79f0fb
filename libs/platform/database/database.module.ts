import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Settings, SETTINGS } from '../process/config/settings.js';
import { SafeClient } from './client.js';
import { connectionOptions, type Storage } from './connection.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';
import { Metrics } from '../http/metrics.js';

/** The connection pool of the process, and notifications from other processes. */
@Module({})
export class DatabaseModule {
  static forRoot(storages: Storage[]): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [SETTINGS],
          useFactory: (settings: Settings) => ({
            ...connectionOptions(settings.databaseUrl ?? '', storages, {
              size: settings.databasePoolSize,
              timeoutMs: settings.databaseTimeoutMs,
              // DATABASE_DIRECT_URL means that DATABASE_URL leads to a pooler.
              pooled: settings.databaseDirectUrl ? PooledClient : undefined,
            }),
            // Startup can wait longer than requests.
            retryAttempts: 5,
            retryDelay: 200,
          }),
        }),
      ],
      providers: [Database, Notifications],
      exports: [Database, Notifications],
    };
  }
}

/**
 * A client of a pooler in transaction mode, where each transaction can run on another connection to PostgreSQL. It sends
 * statements without a name: another client may have prepared the name on the same connection, and PgBouncer before 1.21
 * does not support named statements.
 */
class PooledClient extends SafeClient {
  // The overloads of `query` differ in their results only.
  override query = ((statement: unknown, ...more: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
    const run = super.query as (...parameters: unknown[]) => unknown;
    return run.call(this, isNamed ? { ...statement, name: undefined } : statement, ...more);
  }) as SafeClient['query'];
}

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
