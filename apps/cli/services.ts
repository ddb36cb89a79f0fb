import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '#platform';
import { readSettings } from '#platform/config';
import { DatabaseModule, migrate } from '#platform/database';
import { createLogger, NestLog } from '#platform/log';
import { AccountsModule } from '#accounts';
import { ApiKeysModule } from '#api-keys';
import { RegistrarModule } from '#registrar';
import { TenancyModule } from '#tenancy';
import { WebhooksModule } from '#webhooks';
import { storages } from '../storage.js';
import { withDatabase } from './database.js';

@Module({ imports: [TenancyModule, ApiKeysModule, AccountsModule, RegistrarModule, WebhooksModule] })
class ManagedModules {}

/** Runs `work` with the use cases of the house, on the same database as the running service. */
export function withServices<T>(work: (services: INestApplicationContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const logger = createLogger('error', process.stderr);
  return withDatabase(settings, async databaseUrl => {
    await migrate(databaseUrl, storages, createLogger('silent'));
    const services = await NestFactory.createApplicationContext(
      {
        module: class CommandLine {},
        imports: [
          PlatformModule.forRoot({ ...settings, databaseUrl }, logger),
          DatabaseModule.forRoot(storages),
          ManagedModules,
        ],
      },
      { logger: new NestLog(logger), abortOnError: false },
    );
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  });
}
