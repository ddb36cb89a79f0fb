import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '#platform';
import { readSettings, type Settings } from '#platform/config';
import { DatabaseModule, migrate } from '#platform/database';
import { findRunningPostgres, startEmbeddedPostgres } from '#platform/database/embedded';
import { createLogger, NestLog } from '#platform/log';
import { AccountsModule } from '#accounts';
import { ApiKeysModule } from '#api-keys';
import { RegistrarModule } from '#registrar';
import { RehearsalModule } from '#rehearsal';
import { StorefrontModule } from '#storefront';
import { TenancyModule } from '#tenancy';
import { WebhooksModule } from '#webhooks';
import { storages } from '../storage.js';

@Module({
  imports: [
    TenancyModule,
    ApiKeysModule,
    AccountsModule,
    RegistrarModule,
    WebhooksModule,
    StorefrontModule,
    RehearsalModule,
  ],
})
class ManagedModules {}

/** Runs `work` with the services of all modules, on the same database as the running service. */
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

/**
 * Runs `work` with the URL of the database: DATABASE_URL, the embedded PostgreSQL of a running service, or an embedded
 * PostgreSQL that is started for `work`.
 */
export async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseUrl);
  const running = await findRunningPostgres(settings.dataDir);
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
