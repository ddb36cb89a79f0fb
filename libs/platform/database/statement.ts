import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Runs statements: the database, or the connection of a transaction. */
export interface Executor {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/**
 * An SQL statement with named parameters (`:tenant`). It is prepared once per connection, because the statements of an
 * order or a checkout take longer to plan than to run.
 */
export class Statement<Row extends object, Values extends Record<string, unknown>> {
  readonly text: string;
  private readonly parameters: string[] = [];

  constructor(
    readonly name: string,
    sql: string,
  ) {
    this.text = sql.replace(/::?([a-z_]+)/g, (text, name: string) =>
      // Two colons are a cast.
      text.startsWith('::') ? text : `$${this.position(name)}`,
    );
  }

  async run(executor: Executor, values: Values): Promise<Row[]> {
    const parameters = this.parameters.map(parameter => values[parameter]);
    const { rows } = await executor.query<Row>({ name: this.name, text: this.text, values: parameters });
    return rows;
  }

  /** Runs the statement and returns its first row. */
  async first(executor: Executor, values: Values): Promise<Row | undefined> {
    const [row] = await this.run(executor, values);
    return row;
  }

  private position(parameter: string): number {
    const known = this.parameters.indexOf(parameter);
    return known >= 0 ? known + 1 : this.parameters.push(parameter);
  }
}
