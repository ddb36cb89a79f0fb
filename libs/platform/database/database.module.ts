import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS } from '../config/settings.js';
import type { Settings } from '../config/settings.js';
import { connectionOptions, type Storage } from './connection.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

/** One pool for the process, with the tables of all modules, and the ear for what other processes change. */
@Module({})
export class DatabaseModule {
  static forRoot(storages: Storage[]): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [SETTINGS],
          useFactory: ({ databaseUrl }: Settings) => ({
            ...connectionOptions(databaseUrl ?? '', storages),
            // A process that starts has more time than a request has.
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
