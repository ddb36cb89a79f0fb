import { readSettings, type Settings } from '#platform/config';
import { migrationConnection } from '#platform/database';
import { UsageError } from '#platform/errors';
import { storages } from './storage.js';

/** Starts a process of a distributed installation. Expected errors are printed as one line. */
export async function runDistributed(work: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env);
    if (!settings.databaseUrl)
      throw new UsageError('DATABASE_URL is required; only `nameyard start` includes an embedded PostgreSQL.');
    await requireMigrated(settings.databaseUrl);
    await work(settings);
  } catch (error) {
    process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

async function requireMigrated(url: string): Promise<void> {
  // PostgreSQL may still be starting.
  const dataSource = migrationConnection(url, storages);
  try {
    await dataSource.initialize();
    if (await dataSource.showMigrations())
      throw new UsageError('The database is not up to date; run `nameyard migrate` first.');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot use the PostgreSQL of DATABASE_URL: ${(error as Error).message}.`);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
