import type { Command } from 'commander';
import type pg from 'pg';
import { audit } from '#platform/security/audit';
import { readSettings, type Settings } from '#platform/process/config';
import { withClient } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { askProcesses } from '#platform/process/reports';
import {
  recordedKeyId,
  replaceEncryptionKey,
  replaceKeyFile,
  requireRecordedKey,
  resealAll,
  type SealedCounts,
  Secrets,
} from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { count, print, progress } from '../output.js';
import { withDatabase } from '../services.js';
import { type CommonOptions, currentUser, jsonOption } from './add-command.js';

type Rotated = { key: string; resealed: number } & Pick<SealedCounts, 'current' | 'unreadable'>;

export function define(encryptionKey: Command): void {
  encryptionKey
    .command('new')
    .description('generate a new key file; the previous key is kept for rotation')
    .addOption(jsonOption())
    .action((options: CommonOptions) =>
      print(
        replaceKeyFile(readSettings(process.env)),
        options,
        ({ file, previous }) =>
          `${file} contains a new key, and ${previous} the former one. Restart the service, then run: nameyard encryption-key rotate`,
      ),
    );

  encryptionKey
    .command('rotate')
    .description('re-encrypt values of the previous key with the current key; the service can keep running')
    .addOption(jsonOption())
    .action(async (options: CommonOptions) => {
      const settings = readSettings(process.env);
      print(await withDatabase(settings, url => rotate(url, settings)), options, format);
    });
}

/** @throws UsageError when a running process seals with another key or does not respond, or has sealed with the previous key meanwhile */
function rotate(url: string, settings: Settings): Promise<Rotated> {
  return withClient(url, async client => {
    await requireRecordedKey(client, settings);
    const secrets = new Secrets(settings);
    const { keyId: key } = secrets;
    await requireKeyOfProcesses(client, key);
    const onProgress = (values: number) => progress(`${values} values`);
    const { resealed, current, previous, unreadable } = await resealAll({ client, storages, secrets, onProgress });
    progress(`${current + previous + unreadable} values`, { isLast: true });
    if (previous > 0)
      throw new UsageError(
        `${count(previous, 'value was', 'values were')} encrypted with the previous key meanwhile. Run the command again.`,
      );
    // A process that started meanwhile with only the previous key would seal values with that key.
    await requireKeyOfProcesses(client, key);
    const before = { key: await recordedKeyId(client) };
    const after = { key, resealed, unreadable };
    await client.query('BEGIN');
    await replaceEncryptionKey(client, settings);
    await audit(client, currentUser(), { action: 'encryption-key.rotate', subject: key, before, after }, new Date());
    await client.query('COMMIT');
    return { ...after, current };
  });
}

/** @throws UsageError */
async function requireKeyOfProcesses(client: pg.Client, key: string): Promise<void> {
  const { reports, silent } = await askProcesses(client);
  const others = reports
    .filter(({ keyId }) => keyId !== key)
    .map(({ host, pid, keyId }) => `${host}/${pid} (${keyId})`);
  if (others.length > 0)
    throw new UsageError(
      `Some processes encrypt with another key than ${key}: ${others.join(', ')}. Restart them with the keys of this command (ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS, or the key files). Then run the command again.`,
    );
  if (silent.length > 0)
    throw new UsageError(
      `${count(silent.length, 'process', 'processes')} did not respond. Find them with \`nameyard doctor\`, restart them, and run the command again.`,
    );
}

function format({ key, resealed, current, unreadable }: Rotated): string {
  const lines = [
    `Re-encrypted ${count(resealed, 'value')} with the key ${key}, which now decrypts ${unreadable > 0 || current === 1 ? '' : 'all '}${count(current, 'value')}.`,
  ];
  if (unreadable > 0)
    lines.push(
      `${count(unreadable, 'value')} cannot be decrypted: the encryption key is neither the current nor the previous one.`,
    );
  return lines.join('\n');
}
