import { accessSync, constants } from 'node:fs';
import type { Command } from 'commander';
import { restore } from '#platform/database/backup';
import { UsageError } from '#platform/http/errors';
import { readSettings } from '#platform/process/config';
import { createLogger } from '#platform/observability/log';
import { storeEncryptionKeys } from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { print, progress } from '../output.js';
import { readPassphrase } from '../passphrase.js';
import { withDatabase } from '../services.js';
import { type CommonOptions, jsonOption } from './add-command.js';

/** Restores the database and the encryption key from a backup. */
export function define(command: Command): void {
  command
    .argument('[file]', 'file written by `nameyard backup` (default: standard input)')
    .addOption(jsonOption())
    .action(async (path: string | undefined, options: CommonOptions) => {
      if (path === undefined && process.stdin.isTTY)
        throw new UsageError('Name a file, or redirect the input: `nameyard restore < FILE`.');
      if (path !== undefined) requireReadable(path);
      const settings = readSettings(process.env);
      const passphrase = await readPassphrase(settings);
      const logger = createLogger('warn', process.stderr);
      const onProgress = (rows: number) => progress(`${rows} rows`);
      const storeKeys = (keys: Buffer[]) => storeEncryptionKeys(settings, keys);
      const restoreInto = (url: string) => restore({ url, storages, path, passphrase, logger, onProgress, storeKeys });
      const rows = await withDatabase(settings, restoreInto, { create: true });
      progress(`${rows} rows`, { isLast: true });
      print(
        { file: path ?? null, rows },
        options,
        () => `Restored ${rows} rows and the encryption key from ${path ?? 'standard input'}.`,
      );
    });
}

/** Checks the file before the command creates a database. */
function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
