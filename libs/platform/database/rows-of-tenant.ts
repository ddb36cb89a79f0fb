import type { PoolClient } from 'pg';
import type { EntitySchema } from 'typeorm';
import { Statement } from './statement.js';
import { Table } from './table.js';

/** Reads and replaces all rows of a table that belong to a tenant, in transactions of the caller. */
export class RowsOfTenant<Row extends { tenantId: string }> {
  private readonly table: Table<Row>;
  private readonly select: Statement<Row, { tenant: string; limit: number }>;
  private readonly insertAll: Statement<never, { rows: string }>;
  private readonly deleteAll: Statement<never, { tenant: string }>;

  /** @param orderBy columns that sort the rows of a tenant */
  constructor(mapping: EntitySchema<Row>, orderBy: string) {
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
    this.deleteAll = new Statement(`${name}.delete-all`, `DELETE FROM ${name} WHERE tenant_id = :tenant`);
  }

  list(tx: PoolClient, tenant: string, limit: number): Promise<Row[]> {
    return this.select.run(tx, { tenant, limit });
  }

  async insert(tx: PoolClient, rows: Row[]): Promise<void> {
    await this.insertAll.run(tx, { rows: JSON.stringify(rows.map(row => this.table.recordOf(row))) });
  }

  async remove(tx: PoolClient, tenant: string): Promise<void> {
    await this.deleteAll.run(tx, { tenant });
  }
}
