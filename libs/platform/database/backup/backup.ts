import { existsSync } from 'node:fs';
import type pg from 'pg';
import { VERSION } from '../../process/config/installation.js';
import { connect, migrationsIn } from '../migrate.js';
import type { Storage } from '../connection.js';
import { UsageError } from '../../http/errors/usage-error.js';
import { writeSealed } from './sealed-file.js';
import { readTables } from './tables.js';

const ROWS_PER_FETCH = 1_000;

/** First line of a backup. */
export interface BackupHeader {
  release: string;
  migrations: string[];
  /** Encryption key in base64. */
  key: string;
  /** The previous key, if the backup was made while the key was rotated. */
  previousKey?: string;
}

export interface BackupOptions {
  url: string;
  storages: Storage[];
  /** The file; undefined for standard output, or for standard input of a restore. */
  path: string | undefined;
  passphrase: string;
  /** The current key, and the previous one if there is one. */
  keys: Buffer[];
  /** Receives the number of rows so far. */
  onProgress: (rows: number) => void;
}

/**
 * Writes a snapshot of all tables, and the encryption keys, into one file or standard output while processes keep
 * running. Each row is a JSON array of text values, so a restore needs neither pg_dump nor code for each column type.
 */
export async function backUp({ url, storages, path, passphrase, keys, onProgress }: BackupOptions): Promise<number> {
  if (path !== undefined && existsSync(path)) throw new UsageError(`${path} exists already; choose another file.`);
  const client = await connect(url);
  let rows = 0;
  async function* lines() {
    const migrations = await migrationsIn(client);
    const [key = '', previousKey] = keys.map(bytes => bytes.toString('base64'));
    yield JSON.stringify({ release: VERSION, migrations, key, previousKey } satisfies BackupHeader);
    for (const table of await readTables(
      client,
      storages.map(({ schema }) => schema),
    )) {
      yield JSON.stringify(table);
      const texts = table.columns.map(({ name }) => `${name}::text`).join(', ');
      for await (const batch of fetchBatches<{ row: string }>(
        client,
        `SELECT json_build_array(${texts})::text AS row FROM ${table.name}`,
      )) {
        for (const { row } of batch) yield row;
        onProgress((rows += batch.length));
      }
    }
    // Lets a restore verify that the backup is complete.
    yield JSON.stringify({ rows });
  }
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await writeSealed(path, passphrase, lines());
    return rows;
  } finally {
    await client.end();
  }
}

/** Reads the rows of a query in batches, in the transaction of the caller. */
export async function* fetchBatches<Row extends object>(
  client: pg.Client,
  query: string,
  values: unknown[] = [],
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE batches CURSOR FOR ${query}`, values);
  let fetched: number;
  do {
    const { rows } = await client.query<Row>(`FETCH ${ROWS_PER_FETCH} FROM batches`);
    yield rows;
    fetched = rows.length;
  } while (fetched === ROWS_PER_FETCH);
  await client.query('CLOSE batches');
}
