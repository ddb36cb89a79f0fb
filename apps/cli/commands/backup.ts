import type { Command } from 'commander';
import { withClient } from '#platform/database';
import { backUp } from '#platform/database/backup';
import { UsageError } from '#platform/http/errors';
import { readSettings } from '#platform/process/config';
import { encryptionKeysOf, hasEncryptionKey, requireRecordedKey } from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { notice, print, progress } from '../output.js';
import { readPassphrase } from '../passphrase.js';
import { withDatabase } from '../services.js';
import { type CommonOptions, jsonOption } from './add-command.js';

/** Writes the database and the encryption key into one encrypted file or standard output. The service may keep running. */
export function define(command: Command): void {
  command
    .argument('[file]', 'file to write; it must not exist (default: standard output)')
    .addOption(jsonOption())
    .action(async (path: string | undefined, options: CommonOptions) => {
      if (path === undefined && process.stdout.isTTY)
        throw new UsageError('Name a file, or redirect the output: `nameyard backup > FILE`.');
      const settings = readSettings(process.env);
      const passphrase = await readPassphrase(settings);
      const onProgress = (rows: number) => progress(`${rows} rows`);
      const rows = await withDatabase(settings, async url => {
        await withClient(url, async client => {
          const { rows } = await client.query(`SELECT to_regclass('platform.installation') IS NOT NULL AS exists`);
          if (!rows[0].exists) throw new UsageError('The database is empty; there is nothing to back up.');
          // Reading a missing key would create one.
          if (!hasEncryptionKey(settings))
            throw new UsageError(
              'There is no encryption key. Set ENCRYPTION_KEY, or DATA_DIR to the folder of the installation.',
            );
          // After a restore, another key could not decrypt the secrets.
          await requireRecordedKey(client, settings);
        });
        return backUp({ url, storages, path, passphrase, keys: encryptionKeysOf(settings), onProgress });
      });
      progress(`${rows} rows`, { isLast: true });
      // Standard output contains the backup.
      if (path === undefined) return notice(`Wrote ${rows} rows and the encryption key.`);
      print({ file: path, rows }, options, () => `Wrote ${rows} rows and the encryption key to ${path}.`);
    });
}
