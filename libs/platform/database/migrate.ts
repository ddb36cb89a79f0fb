import type { DataSource } from 'typeorm';
import { UsageError } from '../errors/usage-error.js';
import type { Logger } from '../log/logger.js';
import { patientConnection, type Storage } from './connection.js';

/** Two processes that start at once migrate one after the other: any number that is ours alone will do. */
const MIGRATION_LOCK = 4_816_172_026;

/**
 * Brings the database up to this version's tables.
 * @throws UsageError when the database cannot be reached, belongs to something else or is newer than this version
 */
export async function migrate(url: string, storages: Storage[], logger: Logger): Promise<string[]> {
  const dataSource = await connect(url, storages);
  try {
    await dataSource.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseForeign(dataSource, storages);
    await dataSource.query('CREATE SCHEMA IF NOT EXISTS platform');
    const done = await dataSource.runMigrations();
    for (const { name } of done) logger.info({ migration: name }, 'migrated');
    return done.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

async function connect(url: string, storages: Storage[]): Promise<DataSource> {
  try {
    // One connection, for the advisory lock belongs to the connection that took it.
    return await patientConnection(url, storages).initialize();
  } catch (error) {
    const { hostname, port } = new URL(url);
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new UsageError(`Cannot use the PostgreSQL of DATABASE_URL at ${hostname}:${port || 5432}: ${reason}.`);
  }
}

async function refuseForeign(dataSource: DataSource, storages: Storage[]): Promise<void> {
  const [{ ours }] = await dataSource.query(`SELECT to_regclass('platform.migrations') IS NOT NULL AS ours`);
  if (!ours) return refuseOccupied(dataSource, storages);
  const known = new Set(dataSource.migrations.map(migration => migration.name ?? migration.constructor.name));
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM platform.migrations');
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer)
    throw new UsageError(`The database of DATABASE_URL was made by a newer Nameyard (it has ${newer.name}); update.`);
}

async function refuseOccupied(dataSource: DataSource, storages: Storage[]): Promise<void> {
  const occupied: { name: string }[] = await dataSource.query(
    `SELECT n.nspname AS name FROM pg_namespace n WHERE n.nspname = ANY($1)
     AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid)`,
    [storages.map(storage => storage.schema)],
  );
  if (occupied.length === 0) return;
  const names = occupied.map(({ name }) => name).join(', ');
  throw new UsageError(
    `The database of DATABASE_URL belongs to something else: it has tables in ${names}. Name an empty one.`,
  );
}
