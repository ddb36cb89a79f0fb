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
export function progress(text: string, last: boolean): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}${last ? '\n' : ''}`);
  else if (last) process.stderr.write(`${text}\n`);
}

/** Prints an error and sets exit code 1. Expected errors take one line; others include a stack trace. */
export function reportError(error: unknown): void {
  notice(messageOf(error));
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  // Its message only refers to the details.
  if (error instanceof ValidationFailed && error.extras.details)
    return error.extras.details.map(({ field, message }) => `${field} ${message}.`).join(' ');
  if (error instanceof UsageError || error instanceof Refusal) return error.message.replaceAll(/\s*\n\s*/g, ' ');
  if (isDatabaseUnavailable(error)) return `PostgreSQL is not reachable: ${maskTokens((error as Error).message)}.`;
  return maskTokens((error as Error).stack ?? String(error));
}

/** `1 process`, `2 processes`. */
export const count = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`;

/** Formats rows as columns with headings, or returns `empty` if there are no rows. */
export function table(rows: Record<string, string | number>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map(row => columns.map(column => String(row[column]).replaceAll(/\s+/g, ' ')))];
  const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i]!.length)));
  const format = (line: string[]) => line.map((cell, i) => cell.padEnd(widths[i]!)).join('  ');
  return lines.map(line => format(line).trimEnd()).join('\n');
}
