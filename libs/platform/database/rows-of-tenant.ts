import type { EntityManager, EntitySchema } from 'typeorm';
import { type Executor, Statement } from './statement.js';
import { Table } from './table.js';

/** Maximum number of rows per INSERT, so that it does not time out on a slow machine. */
const BATCH = 1_000;

/** Reads and replaces all rows of a table that belong to a tenant, in transactions of the caller. */
export class RowsOfTenant<Row extends { tenantId: string }> {
  private readonly table: Table<Row>;
  private readonly select: Statement<Row, { tenant: string; limit: number }>;
  private readonly insertAll: Statement<never, { rows: string }>;
  private readonly deleteAll: Statement<never, { tenant: string }>;
  private readonly countAll: Statement<{ tenant: string; count: number }, { tenants: string[] }>;

  /** @param orderBy columns that sort the rows of a tenant @param counted condition for the rows that `count` counts */
  constructor(mapping: EntitySchema<Row>, orderBy: string, counted = 'true') {
    this.table = new Table(mapping);
    const { name, selection, columns } = this.table;
    this.select = new Statement(
      `${name}.of-tenant`,
      `SELECT ${selection} FROM ${name} WHERE tenant_id = :tenant ORDER BY ${orderBy} LIMIT :limit`,
    );
    this.insertAll = new Statement(
      `${name}.insert-all`,
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, :rows::json)`,
    );
    this.countAll = new Statement(
      `${name}.count-all`,
      `SELECT tenant_id AS tenant, count(*)::integer AS count FROM ${name}
       WHERE tenant_id = ANY(:tenants) AND ${counted} GROUP BY 1`,
    );
    this.deleteAll = new Statement(`${name}.delete-all`, `DELETE FROM ${name} WHERE tenant_id = :tenant`);
  }

  list(executor: Executor, tenant: string, limit: number): Promise<Row[]> {
    return this.select.run(executor, { tenant, limit });
  }

  /** The number of rows by tenant; tenants without rows are left out. */
  async count(executor: Executor, tenants: string[]): Promise<Map<string, number>> {
    const rows = await this.countAll.run(executor, { tenants });
    return new Map(rows.map(({ tenant, count }) => [tenant, count]));
  }

  async insert(tx: EntityManager, rows: Row[]): Promise<void> {
    for (let first = 0; first < rows.length; first += BATCH) {
      const records = rows.slice(first, first + BATCH).map(row => this.table.toJsonRecord(row));
      await this.insertAll.run(tx, { rows: JSON.stringify(records) });
    }
  }

  async remove(tx: EntityManager, tenant: string): Promise<void> {
    await this.deleteAll.run(tx, { tenant });
  }
}
