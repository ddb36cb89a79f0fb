import type pg from 'pg';
import { withClient } from '../../database/migrate.js';
import { type Executor, Statement } from '../../database/statement.js';
import { UsageError } from '../../http/errors/usage-error.js';
import type { KeySettings } from './key-file.js';
import { Secrets } from './secrets.js';

const recorded = new Statement<{ keyId: string | null }, Record<string, never>>(
  'secrets.recorded-key',
  'SELECT key_id AS "keyId" FROM platform.installation',
);

/**
 * ID of the key that has sealed the values of this installation; null before the first start. While the key is rotated,
 * this is the ID of the previous key.
 */
export async function recordedKeyId(executor: Executor): Promise<string | null> {
  return (await recorded.first(executor, {}))?.keyId ?? null;
}

/**
 * Records the ID of this process's encryption key at the first start of the installation.
 * @throws UsageError when the installation uses a key that this process does not have
 */
export async function claimEncryptionKey(url: string, settings: KeySettings): Promise<void> {
  const { keyId } = new Secrets(settings);
  await withClient(url, async client => {
    await client.query('UPDATE platform.installation SET key_id = $1 WHERE key_id IS NULL', [keyId]);
    await requireRecordedKey(client, settings);
  });
}

/** @throws UsageError when the installation uses a key that this process does not have */
export async function requireRecordedKey(executor: Executor, settings: KeySettings): Promise<void> {
  const { keyId, keyIds } = new Secrets(settings);
  const recorded = await recordedKeyId(executor);
  if (recorded !== null && !keyIds.includes(recorded))
    throw new UsageError(describeOtherKey(recorded, keyId, settings));
}

/** Records the key of this process, after all values were sealed with it, or the former key was lost. */
export async function replaceEncryptionKey(client: pg.ClientBase, settings: KeySettings): Promise<void> {
  await client.query('UPDATE platform.installation SET key_id = $1', [new Secrets(settings).keyId]);
}

function describeOtherKey(theirs: string, ours: string, { encryptionKey, dataDir }: KeySettings): string {
  const source = encryptionKey ? 'ENCRYPTION_KEY' : `${dataDir}/encryption.key`;
  return `This installation uses the encryption key with the ID ${theirs}, but the key in ${source} has the ID ${ours}. Compare ${source} with ENCRYPTION_KEY or encryption.key in DATA_DIR of the other processes, and use the same key. If the key is to be rotated, set ENCRYPTION_KEY_PREVIOUS to the former key, see /docs/security. If the other key is lost, run: nameyard migrate --new-encryption-key`;
}
