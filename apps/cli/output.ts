import { isDatabaseAway } from '#platform/database';
import { Refusal, UsageError } from '#platform/errors';
import { maskTokens } from '#platform/log';

/** Prints one JSON value, or the same for people. */
export function print<T>(value: T, options: { json?: boolean }, forPeople: (value: T) => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value) : harmless(forPeople(value))}\n`);
}

/** Control characters would command the terminal; what receivers answer, and what tenants write, may have some. */
export const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');

/** A word to whoever waits; programs read standard output. */
export function note(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/** A line that takes the place of the one before, where a terminal can do that. */
export function progress(text: string, last: boolean): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}${last ? '\n' : ''}`);
  else if (last) process.stderr.write(`${text}\n`);
}

/** A refusal is one line and exit code 1; only a fault of ours shows where it happened. */
export function complain(error: unknown): void {
  note(lineFor(error));
  process.exitCode = 1;
}

function lineFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof Refusal) return error.message.replaceAll(/\s*\n\s*/g, ' ');
  if (isDatabaseAway(error)) return `PostgreSQL cannot be reached: ${maskTokens((error as Error).message)}.`;
  return maskTokens((error as Error).stack ?? String(error));
}

/** Rows in columns, under their headings; a sentence when there are none. */
export function table(rows: Record<string, string | number>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const columns = Object.keys(first);
  const cells = (row: Record<string, string | number>) =>
    columns.map(column => String(row[column]).replaceAll(/\s+/g, ' '));
  const lines = [columns, ...rows.map(cells)];
  const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i]!.length)));
  return lines
    .map(line =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
