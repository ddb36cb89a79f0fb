import type { DataSource } from 'typeorm';
import { UsageError } from '../errors/usage-error.js';
import type { Logger } from '../log/logger.js';
import { migrationConnection, type Storage } from './connection.js';

/** Key of the advisory lock that prevents concurrent migrations; an arbitrary number. */
const MIGRATION_LOCK = 4_816_172_026;

/**
 * Upgrades the database schema, and resolves to the names of the migrations that ran.
 * @throws UsageError when the database is unavailable, is used by another application, or has a newer schema
 */
export async function migrate(url: string, storages: Storage[], logger: Logger): Promise<string[]> {
  const dataSource = await connect(url, storages);
  try {
    await dataSource.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await rejectForeign(dataSource, storages);
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
    return await migrationConnection(url, storages).initialize();
  } catch (error) {
    const { hostname, port } = new URL(url);
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new UsageError(`Cannot use the PostgreSQL in DATABASE_URL at ${hostname}:${port || 5432}: ${reason}.`);
  }
}

async function rejectForeign(dataSource: DataSource, storages: Storage[]): Promise<void> {
  const [{ isNameyard }] = await dataSource.query(
    `SELECT to_regclass('platform.migrations') IS NOT NULL AS "isNameyard"`,
  );
  if (!isNameyard) return rejectOccupied(dataSource, storages);
  const known = new Set(dataSource.migrations.map(migration => migration.name ?? migration.constructor.name));
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM platform.migrations');
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer)
    throw new UsageError(
      `The database in DATABASE_URL was upgraded by a newer version of Nameyard (migration ${newer.name}); update Nameyard.`,
    );
}

async function rejectOccupied(dataSource: DataSource, storages: Storage[]): Promise<void> {
  const occupied: { name: string }[] = await dataSource.query(
    `SELECT n.nspname AS name FROM pg_namespace n WHERE n.nspname = ANY($1)
     AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid)`,
    [storages.map(storage => storage.schema)],
  );
  if (occupied.length === 0) return;
  const names = occupied.map(({ name }) => name).join(', ');
  throw new UsageError(
    `The database in DATABASE_URL is used by another application: it has tables in ${names}. Use an empty database.`,
  );
}
