import { isDatabaseUnavailable } from '#platform/database';
import { Refusal, UsageError } from '#platform/http/errors';
import { maskTokens } from '#platform/observability/log';
import { ValidationFailed } from '#platform/model';

/** Prints a value to standard output, as JSON or formatted for people. */
export function print<T>(value: T, options: { json?: boolean }, format: (value: T) => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value) : sanitize(format(value))}\n`);
}

/** Replaces control characters, which could control the terminal. Responses and texts of tenants may contain them. */
const sanitize = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');

/** Prints a message for people to standard error. */
export function notice(text: string): void {
  process.stderr.write(`${sanitize(text)}\n`);
}

/** Updates a progress line on a terminal; elsewhere prints only the last one. */
export function progress(text: string, { isLast = false } = {}): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${sanitize(text)}${isLast ? '\n' : ''}`);
  else if (isLast) notice(text);
}

/** Prints an error, in red on a terminal unless NO_COLOR is set, and sets exit code 1. Expected errors take one line; unexpected errors include a stack trace. */
export function reportError(error: unknown): void {
  const message = sanitize(messageOf(error));
  const isColored = process.stderr.isTTY && process.stderr.hasColors();
  process.stderr.write(isColored ? `\u001b[31m${message}\u001b[39m\n` : `${message}\n`);
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  // The message of `ValidationFailed` only refers to its details.
  if (error instanceof ValidationFailed && error.extras.details)
    return error.extras.details.map(({ field, message }) => `${field} ${message}.`).join(' ');
  if (error instanceof UsageError || error instanceof Refusal) return error.message.replaceAll(/\s*\n\s*/g, ' ');
  // Errors of files have a path, those of sockets an address.
  if ((error as NodeJS.ErrnoException | undefined)?.path) return `${(error as Error).message}.`;
  if (isDatabaseUnavailable(error)) return `PostgreSQL is not reachable: ${maskTokens((error as Error).message)}.`;
  return maskTokens((error as Error).stack ?? String(error));
}

/** `1 process`, `2 processes`. */
export const count = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`;

/** Minimum width of a shortened column. */
const MIN_WIDTH = 8;
const GAP = '  ';

/**
 * Formats rows as columns with headings, or returns `empty` if there are no rows. A table that is wider than the terminal gets
 * narrower columns, except the first, which usually has the ID. If that is not enough, each row becomes a block of lines.
 */
export function table(
  rows: Record<string, string | number>[],
  empty: string,
  terminalWidth = (process.stdout.isTTY && process.stdout.columns) || Infinity,
): string {
  const [first] = rows;
  if (!first) return empty;
  const columns = Object.keys(first);
  const cells = rows.map(row => columns.map(column => String(row[column]).replaceAll(/\s+/g, ' ')));
  const lines = [columns, ...cells];
  const widths = fit(
    columns.map((_, i) => Math.max(...lines.map(line => line[i]!.length))),
    terminalWidth - GAP.length * (columns.length - 1),
  );
  if (!widths) return cells.map(row => block(columns, row)).join('\n\n');
  const format = (line: string[]) => line.map((cell, i) => truncate(cell, widths[i]!).padEnd(widths[i]!)).join(GAP);
  return lines.map(line => format(line).trimEnd()).join('\n');
}

/** Makes the widest columns narrower until all fit; undefined if they cannot. */
function fit(widths: number[], available: number): number[] | undefined {
  const fitting = [...widths];
  for (let excess = sum(widths) - available; excess > 0; excess--) {
    const widest = Math.max(...fitting.slice(1), 0);
    if (widest <= MIN_WIDTH) return undefined;
    fitting[fitting.indexOf(widest, 1)] = widest - 1;
  }
  return fitting;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const truncate = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

function block(columns: string[], row: string[]): string {
  const width = Math.max(...columns.map(column => column.length));
  return columns.map((column, i) => `${column.padEnd(width)}${GAP}${row[i]}`.trimEnd()).join('\n');
}
