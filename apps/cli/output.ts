import { isDatabaseAway, maskTokens, Refusal, UsageError } from '#platform';

/** Prints one JSON value, or the same for people. */
export function print<T>(value: T, options: { json?: boolean }, forPeople: (value: T) => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value) : forPeople(value)}\n`);
}

/** A refusal is one line and exit code 1; only a fault of ours shows where it happened. */
export function complain(error: unknown): void {
  process.stderr.write(`${lineFor(error)}\n`);
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
  const lines = [columns, ...rows.map(row => columns.map(column => String(row[column])))];
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
