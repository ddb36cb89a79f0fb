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
  private readonly included: Column[];

  /** @param omit properties to leave out of all texts, for example large ones, or ones with a default */
  constructor({ options }: EntitySchema<Row>, { omit = [] }: { omit?: (keyof Row & string)[] } = {}) {
    this.name = `${options.schema}.${options.tableName}`;
    this.included = Object.entries<{ name?: string; type: unknown } | undefined>(options.columns)
      .filter(([property]) => !(omit as string[]).includes(property))
      .map(([property, column]) => ({ property, name: column!.name ?? property, type: String(column!.type) }));
    this.columns = this.included.map(({ name }) => name).join(', ');
    this.selection = this.included
      .map(({ property, name }) => (property === name ? name : `${name} AS "${property}"`))
      .join(', ');
    this.types = Object.fromEntries(this.included.map(({ name, type }) => [name, type]));
  }

  /** `INSERT … SELECT` with an SQL expression for each property; columns without one get their defaults. Append FROM and further clauses. */
  insert(expressions: Partial<Record<keyof Row, string>>): string {
    const given = this.included.filter(({ property }) => property in expressions);
    const selected = given.map(({ property }) => expressions[property as keyof Row]);
    return `INSERT INTO ${this.name} (${given.map(({ name }) => name).join(', ')}) SELECT ${selected.join(', ')}`;
  }

  /** The values of a row by column name, for `JSON.stringify`. */
  toJsonRecord(row: Row): Record<string, unknown> {
    return Object.fromEntries(this.included.map(({ property, name }) => [name, row[property as keyof Row]]));
  }

  /** The values of a row by column name, for parameters of a statement: jsonb columns as JSON text. */
  toParameters(row: Row): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { property, name, type } of this.included) {
      const value = row[property as keyof Row];
      values[name] = type === 'jsonb' ? JSON.stringify(value) : value;
    }
    return values;
  }
}
