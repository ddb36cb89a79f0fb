/** Sorts after every stored character. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * An SQL condition on the prefix of a text column, which can use an index with COLLATE "C". `add` adds a value to the
 * statement and returns its placeholder.
 */
export function beginsWith(column: string, start: string, add: (value: string) => string): string {
  return `${column} COLLATE "C" >= ${add(start)} AND ${column} COLLATE "C" < ${add(start + LAST_CHARACTER)}`;
}
