import { Gathered } from './gathered.js';
import { isConnectionLost, tookTooLong } from './away.js';
import { type Executor, Statement } from './statement.js';

/** PostgreSQL's type of each of the values. */
type Columns<Values> = { readonly [Column in keyof Values]: string };

interface Numbered {
  /** Whose row it is: the place of who asked, from 1. */
  number: number;
}

/** Larger ones make the first wait for the last without sparing PostgreSQL much more. */
const MOST_AT_ONCE = 64;

/**
 * A change that many can ask for at once, in one statement and one commit. It is written over a step `asked`, which has
 * a row for each who asks: the values as columns, and their `number`, by which the rows that come of it are known.
 *
 * Either all of it happens or nothing does, so it is as if they had come one after the other. What one of them is to
 * blame for, a broken constraint or a row that somebody holds, must not be the end of the others: then each is asked for
 * alone. Who asks alone anyway gets the plain statement.
 */
export class SharedStatement<Row extends object, Values extends Record<string, unknown>> {
  private readonly ofOne: Statement<Row & Numbered, Values>;
  private readonly ofMany: Statement<Row & Numbered, Record<string, unknown[]>>;
  private readonly columns: string[];

  /** @param choice joined to `asked` when there are many: which of them can be served without a wait */
  constructor(name: string, types: Columns<Values>, steps: string, choice = '') {
    this.columns = Object.keys(types);
    const values = this.columns.map(column => `:${column}::${types[column]} AS ${column}`).join(', ');
    const arrays = this.columns.map(column => `:${column}::${types[column]}[]`).join(', ');
    const columns = this.columns.map(column => `asked.${column}`).join(', ');
    this.ofOne = new Statement(name, `WITH asked AS (SELECT 1 AS number, ${values}), ${steps}`);
    this.ofMany = new Statement(
      `${name}-many`,
      `WITH asked AS (
         SELECT asked.number::integer, ${columns}
         FROM unnest(${arrays}) WITH ORDINALITY AS asked (${this.columns.join(', ')}, number) ${choice}
       ), ${steps}`,
    );
  }

  /** Undefined when nothing came of it. */
  async run(executor: Executor, values: Values): Promise<Row | undefined> {
    const [row] = await this.ofOne.run(executor, values);
    return row;
  }

  /** The same for all who ask while one is under way. */
  together(executor: Executor): Gathered<Values, Row | undefined> {
    return new Gathered(async all => {
      if (all.length === 1) return [await this.run(executor, all[0]!)];
      try {
        return await this.runMany(executor, all);
      } catch (error) {
        if (isConnectionLost(error) || tookTooLong(error)) throw error;
        return all.map(values => this.run(executor, values));
      }
    }, MOST_AT_ONCE);
  }

  private async runMany(executor: Executor, all: Values[]): Promise<(Row | undefined)[]> {
    const arrays = this.columns.map(column => [column, all.map(values => values[column])] as const);
    const rows = await this.ofMany.run(executor, Object.fromEntries(arrays));
    const found = new Map(rows.map(row => [row.number, row]));
    return all.map((_, index) => found.get(index + 1));
  }
}
