import { existsSync } from 'node:fs';
import type pg from 'pg';
import { UsageError } from '../../http/errors/usage-error.js';
import { VERSION } from '../../process/config/installation.js';
import type { Secrets } from '../../security/secrets/secrets.js';
import type { SealedValues, Storage, TenantRows } from '../connection.js';
import { migrationsIn } from '../migrate.js';
import { fetchBatches, withSnapshot, writeTables } from './backup.js';
import { indexOfColumn, readTables, type TableShape } from './tables.js';
import { OF_TENANTS, tablesOf } from './tenant-tables.js';

/** First line of an export. */
export interface ExportHeader {
  release: string;
  migrations: string[];
  /** The tenant, followed by its worlds. */
  tenants: { id: string; slug: string }[];
  people: { email: string; role: string; owners_masked: boolean }[];
}

export interface ExportOptions {
  url: string;
  storages: Storage[];
  path: string;
  passphrase: string;
  /** Decrypts the secrets of the tenant; only the passphrase protects them in the file. */
  secrets: Secrets;
  slug: string;
  /** Whether the request log, its bodies and counts, and the audit log are exported, too. */
  history: boolean;
  /** Whether the tenant was suspended only for this export. An import then creates it as not suspended. */
  isSuspendedForExport: boolean;
  /** Receives the number of rows so far. */
  onProgress: (rows: number) => void;
}

/** Writes a snapshot of all rows of a tenant and its worlds into an encrypted file while processes keep running. */
export async function exportTenant(options: ExportOptions): Promise<{ rows: number; worlds: number }> {
  const { url, storages, path, slug, history } = options;
  if (existsSync(path)) throw new UsageError(`${path} exists already; choose another file.`);
  return withSnapshot(url, async client => {
    const { rows: tenants } = await client.query<ExportHeader['tenants'][number]>(
      `SELECT t.id, t.slug FROM tenancy.tenants t JOIN tenancy.tenants p ON p.id = coalesce(t.parent_id, t.id)
       WHERE p.slug = $1 AND (t.expires_at IS NULL OR t.expires_at > now()) ORDER BY t.parent_id NULLS FIRST, t.id`,
      [slug],
    );
    const { rows: people } = await client.query<ExportHeader['people'][number]>(
      `SELECT email, role, owners_masked FROM identity.people
       WHERE tenant_ids @> ARRAY[$1] AND role <> 'operator' AND disabled_at IS NULL ORDER BY email`,
      [tenants[0]!.id],
    );
    const header: ExportHeader = { release: VERSION, migrations: await migrationsIn(client), tenants, people };
    const schemas = storages.map(({ schema }) => schema);
    const shapes = new Map((await readTables(client, schemas)).map(shape => [shape.name, shape]));
    const { bulk, history: past, active } = tablesOf(storages);
    const tables = new Map(
      [...bulk, ...(history ? past : []), ...active].map(table => [shapes.get(table.table)!, table]),
    );
    const ids = tenants.map(({ id }) => id);
    const read = (shape: TableShape) => readRows(client, tables.get(shape)!, shape, { ...options, tenants: ids });
    const rows = await writeTables(options, header, [...tables.keys()], read);
    return { rows, worlds: tenants.length - 1 };
  });
}

export const sealedValuesOf = (storages: Storage[], table: string): SealedValues | undefined =>
  storages.flatMap(({ sealed = [] }) => sealed).find(values => values.table === table);

type ReadOptions = Pick<ExportOptions, 'storages' | 'secrets' | 'isSuspendedForExport'> & { tenants: string[] };

/** Yields batches of rows as JSON arrays. A sealed value becomes a JSON object of its plaintext and its context. */
async function* readRows(
  client: pg.Client,
  { table, condition = OF_TENANTS, exportedIf = 'true', exported = {}, identity }: TenantRows,
  shape: TableShape,
  { storages, secrets, isSuspendedForExport, tenants }: ReadOptions,
): AsyncGenerator<string[]> {
  const sealed = sealedValuesOf(storages, table);
  const replaced = table === 'tenancy.tenants' && isSuspendedForExport ? { suspended_at: 'NULL' } : exported;
  const values = shape.columns.map(({ name }) => name);
  for (const [column, value] of Object.entries(replaced)) values[indexOfColumn(shape, column)] = value;
  const texts = values.map(value => `(${value})::text`).join(', ');
  const query = `SELECT json_build_array(${texts})::text AS row, ${sealed?.context ?? 'NULL'} AS context FROM ${table}
    WHERE ${condition} AND ${exportedIf}${identity ? ` ORDER BY ${identity.column}` : ''}`;
  const index = indexOfColumn(shape, 'sealed');
  for await (const batch of fetchBatches<{ row: string; context: string }>(client, query, [tenants]))
    yield batch.map(({ row, context }) => (sealed ? unseal(row, index, secrets, context) : row));
}

function unseal(row: string, index: number, secrets: Secrets, context: string): string {
  const values = JSON.parse(row) as string[];
  try {
    values[index] = JSON.stringify({ text: secrets.open(values[index]!, context), context });
  } catch {
    throw new UsageError(
      `The encryption key does not open the secrets of the tenant; use the ENCRYPTION_KEY or DATA_DIR of its installation.`,
    );
  }
  return JSON.stringify(values);
}
