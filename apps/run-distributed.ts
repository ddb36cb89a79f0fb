import { directUrlOf, readSettings, type Settings } from '#platform/process/config';
import { requireMigrated } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { createLogger, type Logger } from '#platform/observability/log';
import { claimEncryptionKey } from '#platform/security/secrets';
import { storages } from './storage.js';

/** Starts a process of a distributed installation. Expected errors are printed as one line. */
export async function runDistributed(work: (settings: Settings, logger: Logger) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const logger = createLogger(settings.logLevel);
    for (const warning of settings.warnings) logger.warn(warning);
    if (!settings.databaseUrl)
      throw new UsageError('DATABASE_URL is required; only `nameyard start` includes an embedded PostgreSQL.');
    await requireMigrated(directUrlOf(settings), storages, logger);
    await claimEncryptionKey(directUrlOf(settings), settings);
    await work(settings, logger);
  } catch (error) {
    process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}
