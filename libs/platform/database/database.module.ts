import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Settings, SETTINGS } from '../process/config/settings.js';
import { connectionOptions, type Storage } from './connection.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';
import { PooledClient } from './pooled-client.js';

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
          useFactory: ({ databaseUrl = '', databaseDirectUrl, databaseTimeoutMs: timeoutMs }: Settings) => ({
            ...connectionOptions(databaseUrl, storages, {
              timeoutMs,
              pooled: databaseDirectUrl ? PooledClient : undefined,
            }),
            // Startup can wait longer than requests.
            retryAttempts: 5,
            retryDelay: 200,
            manualInitialization: false,
          }),
        }),
      ],
      providers: [Database, Notifications],
      exports: [Database, Notifications],
    };
  }
}
