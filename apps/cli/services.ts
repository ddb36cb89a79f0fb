import { resolve } from 'node:path';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '#platform';
import { COMMAND, directUrlOf, readSettings, type Settings } from '#platform/process/config';
import { DatabaseModule, migrate } from '#platform/database';
import { findRunningPostgres, hasEmbeddedDatabase, startEmbeddedPostgres } from '#platform/database/embedded';
import { UsageError } from '#platform/http/errors';
import { createLogger, NestLog } from '#platform/observability/log';
import { IdentityModule } from '#identity';
import { ApiKeysModule } from '#api-keys';
import { RegistrarModule } from '#registrar';
import { RegistryModule } from '#registry';
import { TestControlModule } from '#testcontrol';
import { StorefrontModule } from '#storefront';
import { TenancyModule } from '#tenancy';
import { UsageModule } from '#usage';
import { WebhooksModule } from '#webhooks';
import { storages } from '../storage.js';

@Module({
  imports: [
    TenancyModule,
    ApiKeysModule,
    IdentityModule,
    RegistrarModule,
    RegistryModule,
    WebhooksModule,
    StorefrontModule,
    TestControlModule,
    UsageModule,
  ],
})
class ManagedModules {}

/** Migrates the database of the running service, and runs `work` with the services of `ManagedModules` on it. */
export function withServices<T>(work: (services: INestApplicationContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const logger = createLogger('error', process.stderr);
  return withDatabase(settings, async databaseUrl => {
    await migrate(databaseUrl, storages, createLogger('silent'));
    const services = await NestFactory.createApplicationContext(
      {
        module: class CommandLine {},
        imports: [
          PlatformModule.forRoot({ ...settings, databaseUrl, databaseDirectUrl: undefined }, logger),
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
 * Runs `work` with the URL of the database: DATABASE_DIRECT_URL, DATABASE_URL, the embedded PostgreSQL of a running
 * service, or one that is started for `work`; `create` allows it to create a database.
 * @throws UsageError when there is no database
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (url: string) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  if (settings.databaseUrl) return work(directUrlOf(settings));
  const running = await findRunningPostgres(settings.dataDir);
  if (running) return work(running);
  if (!create && !hasEmbeddedDatabase(settings.dataDir)) throw noDatabase(settings.dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

const noDatabase = (dataDir: string) =>
  new UsageError(
    `There is no database: DATABASE_URL is not set, and the folder ${resolve(dataDir)} (DATA_DIR) contains none. ` +
      `Set one of them for your installation, or run \`${COMMAND} start\` to create a database.`,
  );
