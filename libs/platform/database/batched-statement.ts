import { isConnectionLost, isStatementTimeout } from './errors.js';
import { Batcher } from './batcher.js';
import { type Executor, Statement } from './statement.js';

/** The PostgreSQL type of each value. */
type Columns<Values> = { readonly [Column in keyof Values]: string };

interface Numbered {
  /** The position of the request in the batch, from 1. */
  number: number;
}

/**
 * A statement that makes the same change for one request, or for a batch of requests in one commit. Its steps read the CTE
 * `request`, which has a row per request with the values as columns. Each result row returns the `number` of its request.
 *
 * The batch succeeds or fails as a whole. When it fails because of one request, for example a broken constraint or a locked
 * row, each request runs alone, so that it cannot fail the others.
 */
export class BatchedStatement<Row extends object, Values extends Record<string, unknown>> {
  private readonly single: Statement<Row & Numbered, Values>;
  readonly many: Statement<Row & Numbered, Record<string, unknown[]>>;
  private readonly columns: string[];

  /** @param join JOIN of a batch that drops requests whose rows are locked */
  constructor(
    readonly name: string,
    types: Columns<Values>,
    steps: string,
    join = '',
  ) {
    this.columns = Object.keys(types);
    const values = this.columns.map(column => `:${column}::${types[column]} AS ${column}`).join(', ');
    const arrays = this.columns.map(column => `:${column}::${types[column]}[]`).join(', ');
    const columns = this.columns.map(column => `request.${column}`).join(', ');
    this.single = new Statement(name, `WITH request AS (SELECT 1 AS number, ${values}), ${steps}`);
    this.many = new Statement(
      `${name}-many`,
      `WITH request AS (
         SELECT request.number::integer, ${columns}
         FROM unnest(${arrays}) WITH ORDINALITY AS request (${this.columns.join(', ')}, number) ${join}
       ), ${steps}`,
    );
  }

  /** Runs one request; resolves to undefined when the statement returns no row. */
  run(executor: Executor, values: Values): Promise<Row | undefined> {
    return this.single.first(executor, values);
  }

  /** Returns a batcher that runs concurrent requests in one statement. */
  batched(executor: Executor): Batcher<Values, Row | undefined> {
    return new Batcher(requests => this.runBatch(executor, requests), { statement: this.name });
  }

  private async runBatch(
    executor: Executor,
    requests: Values[],
  ): Promise<(Row | undefined | Promise<Row | undefined>)[]> {
    if (requests.length === 1) return [await this.run(executor, requests[0]!)];
    try {
      return await this.runMany(executor, requests);
    } catch (error) {
      if (isConnectionLost(error) || isStatementTimeout(error)) throw error;
      return requests.map(values => this.run(executor, values));
    }
  }

  private async runMany(executor: Executor, requests: Values[]): Promise<(Row | undefined)[]> {
    const arrays = this.columns.map(column => [column, requests.map(values => values[column])] as const);
    const rows = await this.many.run(executor, Object.fromEntries(arrays));
    const byNumber = new Map(rows.map(row => [row.number, row]));
    return requests.map((_, index) => byNumber.get(index + 1));
  }
}
