import type pg from 'pg';
import type { Storage, TenantRows } from '../connection.js';
import { notification, notifies } from '../notify.js';
import { type Executor, rowsOf } from '../statement.js';

/** Rows per statement, few enough to not delay requests. */
const BATCH_SIZE = 2_000;

export const OF_TENANTS = 'tenant_id = ANY($1)';

interface TenantTables {
  /** Inserted in small transactions, so that an import does not hold back the events of other tenants. */
  bulk: TenantRows[];
  history: TenantRows[];
  /** Inserted in one transaction, after which the tenant exists. */
  active: TenantRows[];
  /** In the order of deletion. The tenant comes last, so that an interrupted removal can be repeated. */
  removed: TenantRows[];
  removedHistory: TenantRows[];
  kept: TenantRows[];
}

/** The tables with rows of tenants, in the order of their foreign keys. */
export function tablesOf(storages: Storage[]): TenantTables {
  const rows = storages.flatMap(({ tenantRows = [] }) => tenantRows);
  const children = storages.flatMap(({ tenantChildren = [] }) => tenantChildren);
  const history = storages.flatMap(({ tenantHistory = [] }) => tenantHistory);
  const exported = rows.filter(({ isLocal }) => !isLocal);
  const isActive = (table: TenantRows) => table.cached !== undefined || table.isActive === true;
  const isOfTenancy = ({ table }: TenantRows) => table.startsWith('tenancy.');
  return {
    bulk: exported.filter(table => !isActive(table)),
    history: history.filter(({ isLocal }) => !isLocal),
    active: [...exported.filter(isActive), ...children],
    removed: [...rows.filter(table => !isOfTenancy(table)), ...rows.filter(isOfTenancy)],
    removedHistory: history.filter(({ isKept }) => !isKept),
    kept: history.filter(({ isKept }) => isKept),
  };
}

/** Deletes the rows of tenants in batches, and drops them from the caches of all processes. Returns their number. */
export async function removeRows(
  executor: Executor,
  { table, condition = OF_TENANTS, cached }: TenantRows,
  tenants: string[],
): Promise<number> {
  const [prefix] = notification(cached?.topic ?? '', '');
  const text = `WITH deleted AS (
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE}))
      RETURNING ${cached?.key ?? 'NULL::text'} AS key
    )
    SELECT count(*)::integer AS removed, (
      SELECT count(${notifies(`'${prefix}' || key`)}) FROM (SELECT DISTINCT key FROM deleted WHERE key IS NOT NULL) d
    ) FROM deleted`;
  let removed = 0;
  for (;;) {
    const [row] = await rowsOf<{ removed: number }>(executor, { text, values: [tenants] });
    removed += row!.removed;
    if (row!.removed < BATCH_SIZE) return removed;
  }
}

/** Number of rows by table. */
export type RowCounts = Record<string, number>;

/** Deletes the rows of tenants, also those of a failed import, except those that `countKept` counts. */
export async function removeTenant(client: pg.Client, storages: Storage[], tenants: string[]): Promise<RowCounts> {
  const { removed, removedHistory } = tablesOf(storages);
  const children = storages.flatMap(({ tenantChildren = [] }) => tenantChildren);
  const counts: RowCounts = {};
  for (const table of [...children, ...removedHistory, ...removed])
    counts[table.table] = await removeRows(client, table, tenants);
  for (const table of storages.flatMap(({ tenantLists = [] }) => tenantLists))
    await client.query(
      `UPDATE ${table} SET tenant_ids = ARRAY(SELECT id FROM unnest(tenant_ids) AS id WHERE id <> ALL($1)) WHERE tenant_ids && $1`,
      [tenants],
    );
  return counts;
}

/** Counts the rows of tenants that a removal keeps: their audit log, and their credit, orders and domains at the live registrar. */
export async function countKept(client: pg.Client, storages: Storage[], tenants: string[]): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const { table, condition = OF_TENANTS } of tablesOf(storages).kept) {
    const text = `SELECT count(*)::integer AS count FROM ${table} WHERE ${condition}`;
    const [row] = await rowsOf<{ count: number }>(client, { text, values: [tenants] });
    counts[table] = row!.count;
  }
  return counts;
}
