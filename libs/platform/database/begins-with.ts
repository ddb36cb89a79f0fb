/** After everything that is stored: no name has this character. */
const LAST = '\u{10ffff}';

/**
 * The condition that a column of names begins so, in a form that finds it in an index in the order of bytes. `add`
 * takes a value of the statement and gives its place.
 */
export function beginsWith(column: string, start: string, add: (value: string) => string): string {
  return `${column} COLLATE "C" >= ${add(start)} AND ${column} COLLATE "C" < ${add(start + LAST)}`;
}
