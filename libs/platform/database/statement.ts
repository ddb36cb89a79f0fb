import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';

interface Connection {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Runs statements: a transaction, the database, or a connection. */
export type Executor = EntityManager | Connection;

/** Runs a statement. In a transaction it runs on the connection below TypeORM, which cannot prepare statements. */
export async function rowsOf<Row extends object>(executor: Executor, statement: QueryConfig): Promise<Row[]> {
  const connection = isTransaction(executor) ? await connectionOf(executor) : executor;
  return (await connection.query<Row>(statement)).rows;
}

const isTransaction = (executor: Executor): executor is EntityManager => 'queryRunner' in executor;

const connectionOf = (tx: EntityManager): Promise<Connection> => tx.queryRunner!.connect();

/**
 * An SQL statement with named parameters (`:tenant`); `pg` sends objects as JSON. It is prepared once per connection, because
 * the statements of an order or a checkout take longer to plan than to run.
 */
export class Statement<Row extends object, Values extends object> {
  readonly text: string;
  private readonly parameters: string[] = [];

  constructor(
    readonly name: string,
    sql: string,
  ) {
    this.text = sql.replace(/::?([a-z][a-zA-Z_]*)/g, (text, name: string) =>
      // Two colons are a cast.
      text.startsWith('::') ? text : `$${this.position(name)}`,
    );
  }

  run(executor: Executor, values: Values): Promise<Row[]> {
    const parameters = this.parameters.map(parameter => values[parameter as keyof Values]);
    return rowsOf(executor, { name: this.name, text: this.text, values: parameters });
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
