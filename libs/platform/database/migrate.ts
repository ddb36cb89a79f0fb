import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressesOf } from '../process/config/servers.js';
import { UsageError } from '../http/errors/usage-error.js';
import type { Logger } from '../observability/log/logger.js';
import { checkServer } from './check-server.js';
import { acceptsThisRelease, recordCompatibility } from './compatibility.js';
import { SafeClient } from './client.js';
import { migrationConnection, type Storage } from './connection.js';
import { isLockTimeout } from './errors.js';

/** Key of the advisory lock that prevents concurrent migrations; an arbitrary number. */
const MIGRATION_LOCK = 4_816_172_026;
const LOCK_POLL_MS = 200;

/** Time of the migrations that create the tables. Earlier ones belong to versions that were never released. */
const FIRST_MIGRATION = 1_795_564_800_000;

/** Attempts to get the locks of ALTER TABLE. Requests that wait behind such an attempt wait for 5 seconds at most. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 1_000;

/**
 * Upgrades the database schema, and resolves to the names of the migrations that ran. Does nothing on the schema of a
 * newer release that works with this one.
 * @throws UsageError when the database is unavailable or unsuitable, is used by another application, or its schema is too new
 */
export function migrate(url: string, storages: Storage[], logger: Logger): Promise<string[]> {
  return withClient(url, async client => {
    await checkServer(client);
    await lock(client);
    const { done: earlier, newer } = await inspect(client, storages, logger);
    if (newer.length > 0) return [];
    await createSchema(client);
    // So that no incompatible release starts during the migrations.
    await recordCompatibility(client);
    await run(url, storages, logger);
    // Again, because the first migrations create its table.
    await recordCompatibility(client);
    const done = (await migrationsIn(client)).filter(name => !earlier.includes(name));
    if (earlier.length === 0) logger.info({ migrations: done.length }, 'tables created');
    else for (const name of done) logger.info({ migration: name }, 'migrated');
    return done;
  });
}

/**
 * Checks at the start of a process that all migrations have run.
 * @throws UsageError when they have not, or the database is unavailable or unsuitable
 */
export function requireMigrated(url: string, storages: Storage[], logger: Logger): Promise<void> {
  return withClient(url, async client => {
    await checkServer(client, storages);
    const { pending } = await inspect(client, storages, logger);
    if (pending.length > 0) throw new UsageError('The database is not up to date; run `nameyard migrate` first.');
  });
}

/**
 * Runs a task on a connection of its own, outside the pool.
 * @throws UsageError when PostgreSQL is not available
 */
export async function withClient<T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

/** @throws UsageError when PostgreSQL is not available */
async function connect(url: string): Promise<pg.Client> {
  try {
    // Throws if a certificate that the URL names cannot be read.
    const client = new SafeClient({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    await client.connect();
    return client;
  } catch (error) {
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new UsageError(`Cannot use the PostgreSQL in DATABASE_URL at ${addressesOf(url)}: ${reason}.`);
  }
}

/** Polls: a statement that waits for the lock would have a snapshot, for which CREATE INDEX CONCURRENTLY waits. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
    if (rows[0].locked) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function createSchema(client: pg.Client): Promise<void> {
  try {
    await client.query('CREATE SCHEMA IF NOT EXISTS platform');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new UsageError(
      `The user ${client.user} may not create schemas in the database ${client.database}; run: GRANT CREATE ON DATABASE ${client.database} TO ${client.user}.`,
    );
  }
}

/** Repeats after a lock timeout. Migrations whose transactions were committed are not repeated. */
async function run(url: string, storages: Storage[], logger: Logger): Promise<void> {
  const dataSource = await migrationConnection(url, storages).initialize();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await dataSource.runMigrations({ transaction: 'each' });
        return;
      } catch (error) {
        if (!isLockTimeout(error) || attempt === MAX_ATTEMPTS) throw error;
        logger.warn({ attempt }, 'a migration waits for a lock that another transaction holds');
        await sleep(RETRY_MS);
      }
    }
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Compares the migrations that have run with those of this release. `newer` are those of a newer release; `isAccepted` says
 * whether this release works with them, and `oldest` is the oldest release that does.
 */
export async function compareMigrations(client: pg.Client, storages: Storage[]) {
  const [done, known] = [await migrationsIn(client), namesOf(storages)];
  const newer = done.filter(name => !known.includes(name));
  const pending = known.filter(name => !done.includes(name));
  const isOld = done.some(isUnreleased);
  const { accepted, oldest } =
    newer.length > 0 && !isOld ? await acceptsThisRelease(client) : { accepted: true, oldest: undefined };
  return { done, pending, newer, isAccepted: accepted, oldest, isUnreleased: isOld };
}

/** Compares the migrations, and rejects databases with which this release does not work. */
async function inspect(client: pg.Client, storages: Storage[], logger: Logger) {
  const compared = await compareMigrations(client, storages);
  const { done, isAccepted, oldest } = compared;
  const [newer] = compared.newer;
  if (done.length === 0) await rejectOccupied(client, storages);
  if (compared.isUnreleased)
    throw new UsageError(
      'The database was created by a version of Nameyard before the first release, and cannot be upgraded; use an empty database, or another DATA_DIR if DATABASE_URL is not set.',
    );
  if (!isAccepted)
    throw new UsageError(
      `The database in DATABASE_URL was upgraded by a newer version of Nameyard (migration ${newer})${oldest ? `, which works with ${oldest} and later` : ''}; update Nameyard.`,
    );
  if (newer !== undefined)
    logger.warn({ migration: newer }, 'a newer version of Nameyard has upgraded the database; this one works with it');
  return compared;
}

/** Whether a migration belongs to a version before the first release. */
export const isUnreleased = (name: string): boolean => Number(name.slice(-13)) < FIRST_MIGRATION;

export const namesOf = (storages: Storage[]): string[] =>
  storages.flatMap(({ migrations }) => migrations.map(m => m.name));

/** Names of the migrations that have run, in their order. */
export async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('platform.migrations')`);
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM platform.migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

async function rejectOccupied(client: pg.Client, storages: Storage[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_namespace n WHERE n.nspname = ANY($1)
     AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm')
       AND c.oid IS DISTINCT FROM to_regclass('platform.migrations'))`,
    [storages.map(storage => storage.schema)],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new UsageError(
    `The database in DATABASE_URL is used by another application: it has tables in ${names}. Use an empty database.`,
  );
}
