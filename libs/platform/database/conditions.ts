import { type Executor, rowsOf } from './statement.js';

/**
 * The conditions of a query and its parameters. Unused filters are omitted, so that PostgreSQL can plan for the others.
 */
export class Conditions {
  private readonly all: string[] = [];

  /** @param values parameters of the statement; other conditions of the same statement share them */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a parameter, and returns its placeholder. */
  addParameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  add(...conditions: string[]): void {
    this.all.push(...conditions);
  }

  /** Adds a condition on a value unless it is undefined. */
  addIfDefined(value: unknown, condition: (parameter: string) => string): void {
    if (value !== undefined) this.add(condition(this.addParameter(value)));
  }

  /** Runs `text`, which interpolates these conditions. */
  run<Row extends object>(executor: Executor, text: string): Promise<Row[]> {
    return rowsOf(executor, { text, values: this.values });
  }

  toString(): string {
    return this.all.join(' AND ') || 'true';
  }
}

/** Sorts after every stored character. */
const LAST_CHARACTER = '\u{10ffff}';

/** Whether a text column begins with `start` (SQL expressions). It can use an index with COLLATE "C". */
export const beginsWith = (column: string, start: string) =>
  `${column} COLLATE "C" >= ${start} AND ${column} COLLATE "C" < ${start} || '${LAST_CHARACTER}'`;
