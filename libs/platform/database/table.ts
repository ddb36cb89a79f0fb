import type { EntitySchema } from 'typeorm';

interface Column {
  property: string;
  name: string;
  type: string;
}

/** SQL text derived from the columns of an entity schema, so that each column is declared once. */
export class Table<Row extends object> {
  /** Qualified name, for example `orders.orders`. */
  readonly name: string;
  /** Column names for INSERT, for example `id, tenant_id`. */
  readonly columns: string;
  /** Columns under the names of their properties for SELECT, for example `id, tenant_id AS "tenantId"`. */
  readonly selection: string;
  /** PostgreSQL type of each column, for `BatchedStatement`. */
  readonly types: Record<string, string>;
  private readonly all: Column[];

  constructor({ options }: EntitySchema<Row>) {
    this.name = `${options.schema}.${options.tableName}`;
    this.all = Object.entries<{ name?: string; type: unknown } | undefined>(options.columns).map(
      ([property, column]) => ({ property, name: column!.name ?? property, type: String(column!.type) }),
    );
    this.columns = this.all.map(({ name }) => name).join(', ');
    this.selection = this.all
      .map(({ property, name }) => (property === name ? name : `${name} AS "${property}"`))
      .join(', ');
    this.types = Object.fromEntries(this.all.map(({ name, type }) => [name, type]));
  }

  /** `INSERT … SELECT` of every column, with an SQL expression for each property. Append FROM and further clauses. */
  insert(expressions: Record<keyof Row, string>): string {
    const selected = this.all.map(({ property }) => expressions[property as keyof Row]);
    return `INSERT INTO ${this.name} (${this.columns}) SELECT ${selected.join(', ')}`;
  }

  /** The values of a row by column name; jsonb columns as JSON text. */
  valuesOf(row: Row): Record<string, unknown> {
    const values = row as Record<string, unknown>;
    return Object.fromEntries(
      this.all.map(({ property, name, type }) => [
        name,
        type === 'jsonb' ? JSON.stringify(values[property]) : values[property],
      ]),
    );
  }
}
