import { UsageError } from '../../errors/usage-error.js';

/** Why PostgreSQL could not be started, in one line that says what to do about it. */
export class EmbeddedPostgresProblem extends UsageError {}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
export const isTaken = (error: unknown): boolean => codeOf(error) === 'EEXIST';

/** Puts what the file system said into our words; anything else passes unchanged. */
export function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresProblem) return error;
  const say = (text: string) => new EmbeddedPostgresProblem(text, { cause: error });
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return say(
        `Cannot write to ${dataDir} (${(error as Error).message}); ` +
          'make it writable for this user, or set DATA_DIR to another folder',
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return say(`The disk of ${dataDir} is full; free some space, or set DATA_DIR to another folder`);
    case 'ENOTDIR':
    case 'EEXIST':
      return say(`${dataDir} is not a folder; set DATA_DIR to another path`);
    default:
      return error;
  }
}

/** The line that tells most in what a PostgreSQL program printed, without its time stamp. */
export function mostTellingLine(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  const line = lines.findLast(each => /\b(FATAL|PANIC|error|ERROR):/.test(each)) ?? lines.at(-1) ?? 'it said nothing';
  return line.replace(/^[-\d]+ [\d:.]+ \S+ \[\d+\] /, '').trim();
}
