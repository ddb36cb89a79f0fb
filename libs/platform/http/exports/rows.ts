import { type Cell, csvLine } from './csv.js';

export const FORMATS = ['csv', 'json'] as const;

export type Format = (typeof FORMATS)[number];

export const MAX_ROWS = 1_000_000;

/** Rows per statement. Each statement takes milliseconds, so that no snapshot stays open. */
const PAGE_ROWS = 1_000;

/** Name of a column: a field of the row, or `field.member` for a field that is an object. */
export type Column<Row> = {
  [Name in keyof Row & string]: NonNullable<Row[Name]> extends object
    ? `${Name}.${keyof NonNullable<Row[Name]> & string}`
    : Name;
}[keyof Row & string];

export interface ExportedRows<Row> {
  columns: readonly Column<Row>[];
  pages: AsyncIterable<Row[]>;
}

/** Reads all rows in pages. `read` returns the rows after a cursor, which is undefined for the first page. */
export async function* pagesOf<Row, Cursor>(
  read: (cursor: Cursor | undefined, limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row[]> {
  let cursor: Cursor | undefined;
  for (;;) {
    const rows = await read(cursor, PAGE_ROWS);
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    cursor = cursorOf(rows.at(-1)!);
  }
}

/** Writes the text of a file, with one piece of text per page, and ends after `maxRows` rows. */
export async function* textOf<Row extends object>(
  { columns, pages }: ExportedRows<Row>,
  format: Format,
  maxRows = MAX_ROWS,
): AsyncGenerator<string> {
  const write = format === 'csv' ? (rows: Row[]) => csvOf(columns, rows) : jsonOf;
  let written = 0;
  yield format === 'csv' ? headerOf(columns) : '[';
  for await (const page of pages) {
    const rows = page.slice(0, maxRows - written);
    const text = write(rows, written === 0);
    if (text) yield text;
    written += rows.length;
    if (written === maxRows) break;
  }
  if (format === 'json') yield written === 0 ? ']\n' : '\n]\n';
}

export const headerOf = (columns: readonly string[]): string =>
  csvLine(columns.map(column => column.replace('.', '_')));

const csvOf = <Row extends object>(columns: readonly string[], rows: Row[]): string =>
  rows.map(row => csvLine(columns.map(column => cellOf(row, column)))).join('');

function cellOf(row: object, column: string): Cell {
  const [name, member] = column.split('.', 2) as [string, string?];
  const value = (row as Record<string, unknown>)[name];
  return (member === undefined ? value : (value as Record<string, unknown> | null)?.[member]) as Cell;
}

/** One row per line, so that the lines of a file can be counted and compared. */
const jsonOf = (rows: object[], isFirst: boolean): string =>
  rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');
