export type Cell = string | number | boolean | null | undefined;

/** A line of a CSV file (RFC 4180), with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/** Text that a spreadsheet would run as a formula when it opens the file. */
const FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** A leading apostrophe makes spreadsheets treat a cell as text. Numbers cannot be formulas, not even negative ones. */
function fieldOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
