import { existsSync } from 'node:fs';
import type pg from 'pg';
import { VERSION } from '../../process/config/installation.js';
import { migrationsIn, withClient } from '../migrate.js';
import type { Storage } from '../connection.js';
import { UsageError } from '../../http/errors/usage-error.js';
import { writeSealed } from './sealed-file.js';
import { readTables, type TableShape } from './tables.js';

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
export async function backUp({ url, storages, path, keys, ...options }: BackupOptions): Promise<number> {
  if (path !== undefined && existsSync(path)) throw new UsageError(`${path} exists already; choose another file.`);
  return withSnapshot(url, async client => {
    const [key = '', previousKey] = keys.map(bytes => bytes.toString('base64'));
    const header: BackupHeader = { release: VERSION, migrations: await migrationsIn(client), key, previousKey };
    const schemas = storages.map(({ schema }) => schema);
    async function* read({ name, columns }: TableShape) {
      const texts = columns.map(column => `${column.name}::text`).join(', ');
      const query = `SELECT json_build_array(${texts})::text AS row FROM ${name}`;
      for await (const batch of fetchBatches<{ row: string }>(client, query)) yield batch.map(({ row }) => row);
    }
    return writeTables({ path, ...options }, header, await readTables(client, schemas), read);
  });
}

/** Runs a task in a transaction that sees one state of the database. */
export const withSnapshot = <T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async client => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return task(client);
  });

/** Writes a header and the rows of tables into an encrypted file. Resolves to the number of rows. */
export async function writeTables(
  { path, passphrase, onProgress }: Pick<BackupOptions, 'path' | 'passphrase' | 'onProgress'>,
  header: object,
  tables: TableShape[],
  read: (table: TableShape) => AsyncIterable<string[]>,
): Promise<number> {
  let rows = 0;
  async function* lines() {
    yield JSON.stringify(header);
    for (const table of tables) {
      yield JSON.stringify(table);
      for await (const batch of read(table)) {
        yield* batch;
        onProgress((rows += batch.length));
      }
    }
    // Lets a restore or an import verify that the file is complete.
    yield JSON.stringify({ rows });
  }
  await writeSealed(path, passphrase, lines());
  return rows;
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
