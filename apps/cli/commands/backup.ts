import type { Command } from 'commander';
import { backUp } from '#platform/database/backup';
import { readSettings } from '#platform/process/config';
import { encryptionKeysOf } from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { print, progress } from '../output.js';
import { readPassphrase } from '../passphrase.js';
import { withDatabase } from '../services.js';
import { type CommonOptions, jsonOption } from './add-command.js';

/** Writes the database and the encryption key into one encrypted file. The service may run. */
export function define(command: Command): void {
  command
    .argument('<file>', 'file to write; it must not exist')
    .addOption(jsonOption())
    .action(async (path: string, options: CommonOptions) => {
      const settings = readSettings(process.env);
      const passphrase = await readPassphrase(settings);
      const keys = encryptionKeysOf(settings);
      const onProgress = (rows: number) => progress(`${rows} rows`, false);
      const rows = await withDatabase(settings, url => backUp({ url, storages, path, passphrase, keys, onProgress }));
      progress(`${rows} rows`, true);
      print({ file: path, rows }, options, () => `Wrote ${rows} rows and the encryption key to ${path}.`);
    });
}
