import type pg from 'pg';
import type { Storage } from '../connection.js';
import { isUnreleased, migrate, namesOf, withClient } from '../migrate.js';
import { UsageError } from '../../http/errors/usage-error.js';
import type { Logger } from '../../observability/log/logger.js';
import type { BackupHeader, BackupOptions } from './backup.js';
import { readSealed } from './sealed-file.js';
import { advanceSequences, insert, readBatches, readForeignKeys, readTables } from './tables.js';

interface RestoreOptions extends Omit<BackupOptions, 'keys'> {
  logger: Logger;
  /** Stores the encryption keys before the data is committed. May throw. */
  storeKeys: (keys: Buffer[]) => void;
}

/**
 * Restores a backup into a database without tenants: creates the schema of the backup, fills its tables in one
 * transaction, and upgrades the schema. After a failure before the commit, the database contains no tenants, and the
 * command can be repeated.
 * @throws UsageError when the database contains tenants, or the file is no backup, damaged or newer than this release
 */
export async function restore(options: RestoreOptions): Promise<number> {
  const { url, storages, path, passphrase, logger, storeKeys } = options;
  const lines = readSealed(path, passphrase);
  const { value } = await lines.next();
  const header = JSON.parse(value as string) as BackupHeader & { tenants?: unknown };
  // Only the header of an exported tenant has `tenants`: the tenant and its worlds.
  if (header.tenants)
    throw new UsageError(
      `${path ?? 'Standard input'} contains one tenant; import it with \`nameyard tenants import\`.`,
    );
  if (header.migrations.some(isUnreleased))
    throw new UsageError(
      'The backup was made by a version of Nameyard before the first release, and cannot be restored.',
    );
  const newer = header.migrations.find(name => !namesOf(storages).includes(name));
  if (newer)
    throw new UsageError(
      `The backup was made by the newer release ${header.release} (migration ${newer}); restore it with that release.`,
    );
  await dropSchemasWithoutTenants(url, storages);
  await migrate(url, storages.map(withMigrations(header.migrations)), logger);
  return withClient(url, async client => {
    await client.query('BEGIN');
    const rows = await fill(client, lines, options);
    const keys = [header.key, header.previousKey].flatMap(key => key ?? []);
    storeKeys(keys.map(key => Buffer.from(key, 'base64')));
    await client.query('COMMIT');
    await client.query('ANALYZE');
    await migrate(url, storages, logger);
    return rows;
  });
}

const withMigrations =
  (names: string[]) =>
  (storage: Storage): Storage => ({
    ...storage,
    migrations: storage.migrations.filter(({ name }) => names.includes(name)),
  });

/** Drops the schemas if they contain no tenant, for example those of another version. */
function dropSchemasWithoutTenants(url: string, storages: Storage[]): Promise<void> {
  return withClient(url, async client => {
    const { rows } = await client.query(`SELECT to_regclass('tenancy.tenants') IS NOT NULL AS exists`);
    if (!rows[0].exists) return;
    const { rows: tenants } = await client.query('SELECT slug FROM tenancy.tenants LIMIT 1');
    if (tenants.length > 0)
      throw new UsageError(
        `The database contains data (tenant ${tenants[0].slug}). Stop all processes and restore into an empty database, or with an empty DATA_DIR.`,
      );
    await client.query(`DROP SCHEMA IF EXISTS ${storages.map(({ schema }) => schema).join(', ')} CASCADE`);
  });
}

async function fill(
  client: pg.Client,
  lines: AsyncIterable<string>,
  { storages, onProgress, path }: RestoreOptions,
): Promise<number> {
  const schemas = storages.map(({ schema }) => schema);
  const tables = await readTables(client, schemas);
  const foreignKeys = await readForeignKeys(client, schemas);
  for (const { drop } of foreignKeys) await client.query(drop);
  // Migrations insert rows that the backup also contains.
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  let inserted = 0;
  for await (const { table, rows } of readBatches(lines, `backup ${path ?? 'in standard input'}`)) {
    await insert(client, table, rows);
    onProgress((inserted += rows.length));
  }
  for (const { add } of foreignKeys) await client.query(add);
  await advanceSequences(client, schemas);
  return inserted;
}
