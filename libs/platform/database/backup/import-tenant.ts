import type pg from 'pg';
import { UsageError } from '../../http/errors/usage-error.js';
import type { Secrets } from '../../security/secrets/secrets.js';
import type { Storage, TenantRows } from '../connection.js';
import { constraintOf, isUniqueViolation, violates } from '../errors.js';
import { migrationsIn, withClient } from '../migrate.js';
import { notification, NOTIFY_EACH } from '../notify.js';
import { type ExportHeader, sealedValuesOf } from './export-tenant.js';
import { readSealed } from './sealed-file.js';
import { indexOfColumn, insert, readBatches, type TableShape } from './tables.js';
import { removeTenant, tablesOf } from './tenant-tables.js';

export interface ImportOptions {
  url: string;
  storages: Storage[];
  path: string;
  passphrase: string;
  /** Encrypts the secrets of the tenant with the key of this installation. */
  secrets: Secrets;
  /** The new slug; undefined to keep it. */
  slug: string | undefined;
  /** Receives the number of rows so far. */
  onProgress: (rows: number) => void;
}

export interface ImportedTenant {
  id: string;
  slug: string;
  rows: number;
  worlds: number;
  people: ExportHeader['people'];
}

type Exported = ExportHeader['tenants'][number];

/**
 * Imports a tenant from a file of `exportTenant` while processes are running. The tenant appears when all rows are inserted;
 * after a failure, the inserted rows are deleted.
 * @param finish called after the commit; if it rejects, the tenant is removed again
 * @throws UsageError when the tenant exists, the slug or a host is taken, or the file is damaged or was exported by a
 * release with other migrations
 */
export async function importTenant(
  options: ImportOptions,
  finish: (imported: ImportedTenant) => Promise<void>,
): Promise<ImportedTenant> {
  const { url, storages, path, passphrase, slug: newSlug } = options;
  const lines = readSealed(path, passphrase);
  const { value } = await lines.next();
  const header = JSON.parse(value as string) as ExportHeader;
  if (!header.tenants)
    throw new UsageError(`${path} is the backup of an installation; restore it with \`nameyard restore\`.`);
  const [{ id, slug: oldSlug }, ...worlds] = header.tenants as [Exported, ...Exported[]];
  const slug = newSlug ?? oldSlug;
  const ids = header.tenants.map(tenant => tenant.id);
  return withClient(url, async client => {
    await requireSameSchema(client, header);
    const { rows: locks } = await client.query(
      `SELECT pg_try_advisory_lock(hashtext('tenants import'), hashtext($1)) AS locked`,
      [id],
    );
    if (!locks[0].locked) throw new UsageError(`Another import of the tenant ${slug} is running.`);
    await requireFree(client, ids, [slug, ...worlds.map(world => world.slug)]);
    try {
      // An import that was killed may have left rows without a tenant.
      await removeTenant(client, storages, ids);
      const rows = await new TenantImport(client, { ...options, id, slug }).insertAll(lines);
      const imported = { id, slug, rows, worlds: worlds.length, people: header.people };
      await finish(imported);
      return imported;
    } catch (error) {
      await client.query('ROLLBACK');
      await removeTenant(client, storages, ids);
      throw explain(error, slug);
    }
  });
}

async function requireSameSchema(client: pg.Client, { release, migrations }: ExportHeader): Promise<void> {
  const own = await migrationsIn(client);
  if (own.toSorted().join() !== migrations.toSorted().join())
    throw new UsageError(
      `The tenant was exported by release ${release}, whose tables differ from those of this installation; upgrade the older installation first.`,
    );
}

async function requireFree(client: pg.Client, ids: string[], slugs: string[]): Promise<void> {
  const { rows } = await client.query(
    'SELECT id, slug FROM tenancy.tenants WHERE id = ANY($1) OR slug = ANY($2) LIMIT 1',
    [ids, slugs],
  );
  const [known] = rows;
  if (!known) return;
  throw new UsageError(
    ids.includes(known.id)
      ? `This installation has the tenant already: ${known.slug} (${known.id}).`
      : `Another tenant has the slug ${known.slug}; choose another one with --slug.`,
  );
}

function explain(error: unknown, slug: string): unknown {
  if (violates(error, 'tenants_slug_key'))
    return new UsageError(`Another tenant has the slug ${slug}; choose another one with --slug.`);
  if (violates(error, 'hosts_verified'))
    return new UsageError(
      'Another tenant of this installation has a host of the imported tenant; remove it from one of them.',
    );
  if (isUniqueViolation(error))
    return new UsageError(
      `This installation has data of the imported tenant already (${constraintOf(error)}); remove it here first.`,
    );
  return error;
}

/** Inserts the rows of a file. */
class TenantImport {
  private readonly tables: Map<string, TenantRows>;
  private readonly active: Set<string>;
  /** New numbers of identity columns, by table and old number. */
  private readonly numbers = new Map<string, string>();
  private isInTransaction = false;
  private rows = 0;

  constructor(
    private readonly client: pg.Client,
    private readonly options: ImportOptions & { id: string; slug: string },
  ) {
    const { bulk, history, active } = tablesOf(options.storages);
    this.tables = new Map([...bulk, ...history, ...active].map(table => [table.table, table]));
    this.active = new Set(active.map(({ table }) => table));
  }

  async insertAll(lines: AsyncIterable<string>): Promise<number> {
    const { onProgress, path } = this.options;
    for await (const { table, rows } of readBatches(lines, `export ${path}`)) {
      await this.insertRows(table, rows);
      onProgress(this.rows);
    }
    await this.client.query('COMMIT');
    return this.rows;
  }

  private async insertRows(shape: TableShape, rows: string[]): Promise<void> {
    const { cached, identity } = this.tables.get(shape.name)!;
    if (this.active.has(shape.name) && !this.isInTransaction) {
      this.isInTransaction = true;
      await this.client.query('BEGIN');
    }
    const { slug, id, storages } = this.options;
    const indexOf = (column: string) => indexOfColumn(shape, column);
    let values = rows.map(row => JSON.parse(row) as (string | null)[]);
    if (identity) values = await this.renumber(values, indexOf(identity.column), identity);
    if (sealedValuesOf(storages, shape.name))
      for (const row of values) this.seal(row, indexOf('sealed'), indexOf('key_id'));
    if (shape.name === 'tenancy.tenants')
      for (const row of values) if (row[indexOf('id')] === id) row[indexOf('slug')] = slug;
    await insert(
      this.client,
      shape,
      values.map(row => JSON.stringify(row)),
    );
    if (cached) {
      const keys = new Set(values.map(row => row[indexOf(cached.key)]!));
      await this.client.query(NOTIFY_EACH, [[...keys].map(key => notification(cached.topic, key)[0])]);
    }
    this.rows += rows.length;
  }

  private seal(row: (string | null)[], index: number, keyIndex: number): void {
    const { text, context } = JSON.parse(row[index]!) as { text: string; context: string };
    const { sealed, keyId } = this.options.secrets.seal(text, context);
    row[index] = sealed;
    if (keyIndex >= 0) row[keyIndex] = keyId;
  }

  /** Assigns new numbers to an identity column, because rows of other tenants may have the exported ones. */
  private async renumber(
    values: (string | null)[][],
    index: number,
    { of, column }: NonNullable<TenantRows['identity']>,
  ): Promise<(string | null)[][]> {
    const keyOf = (row: (string | null)[]) => `${of} ${row[index]}`;
    const fresh = values.map(keyOf).filter(key => !this.numbers.has(key));
    const { rows } = await this.client.query<{ number: string }>(
      `SELECT nextval(pg_get_serial_sequence($1, $2))::text AS number FROM generate_series(1, $3)`,
      [of, column, fresh.length],
    );
    for (const [position, key] of fresh.entries()) this.numbers.set(key, rows[position]!.number);
    return values.map(row => row.with(index, this.numbers.get(keyOf(row))!));
  }
}
