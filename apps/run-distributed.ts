import { readSettings, type Settings } from '#platform/config';
import { migrationConnection } from '#platform/database';
import { UsageError } from '#platform/errors';
import { storages } from './storage.js';

/** Starts a process that shares its database with others; what keeps it from starting is told in one line. */
export async function runDistributed(work: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env);
    if (!settings.databaseUrl)
      throw new UsageError('DATABASE_URL must name a PostgreSQL; only `nameyard start` brings one of its own.');
    await demandMigrated(settings.databaseUrl);
    await work(settings);
  } catch (error) {
    process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

async function demandMigrated(url: string): Promise<void> {
  // The PostgreSQL may be starting as well, and busy with that.
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
