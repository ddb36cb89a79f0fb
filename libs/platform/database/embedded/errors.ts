import { UsageError } from '../../http/errors/usage-error.js';

/** PostgreSQL could not be started. The message says why, and what to do. */
export class EmbeddedPostgresError extends UsageError {}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** For `catch`: resolves to the default if a file or folder does not exist. */
export const ifMissing =
  <T>(defaultValue: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return defaultValue;
    throw error;
  };

export const diskFull = (folder: string, cause?: unknown) =>
  new EmbeddedPostgresError(`The disk of ${folder} is full; free some space, or set DATA_DIR to another folder`, {
    cause,
  });

/** Translates errors of the file system; other errors stay unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (error instanceof UsageError) return error;
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `Cannot write to ${dataDir} (${(error as Error).message}); ` +
          'make it writable for this user, or set DATA_DIR to another folder',
        { cause: error },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(dataDir, error);
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(`${dataDir} is not a folder; set DATA_DIR to another path`, { cause: error });
    default:
      return error;
  }
}

/** The last error in the output of a PostgreSQL program, or else the last line, without its timestamp. */
export function findErrorLine(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  const line = lines.findLast(text => /\b(FATAL|PANIC|error|ERROR):/.test(text)) ?? lines.at(-1) ?? 'no output';
  return line.replace(/^[-\d]+ [\d:.]+ \S+ \[\d+\] /, '').trim();
}
