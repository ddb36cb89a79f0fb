import type { Settings } from '../config/settings.js';
import { connect } from '../database/migrate.js';
import { type Executor, Statement } from '../database/statement.js';
import { UsageError } from '../errors/usage-error.js';
import { Secrets } from './secrets.js';

type KeySettings = Pick<Settings, 'encryptionKey' | 'dataDir'>;

const recorded = new Statement<{ keyId: string | null }, Record<string, never>>(
  'secrets.recorded-key',
  'SELECT key_id AS "keyId" FROM platform.installation',
);

/** ID of the key that the processes of this installation use; null before the first start. */
export async function recordedKeyId(executor: Executor): Promise<string | null> {
  return (await recorded.first(executor, {}))?.keyId ?? null;
}

/**
 * Records the ID of this process's encryption key at the first start of the installation.
 * @throws UsageError when the installation uses another key
 */
export async function claimEncryptionKey(url: string, settings: KeySettings): Promise<void> {
  const ours = new Secrets(settings).keyId;
  const client = await connect(url);
  try {
    await client.query('UPDATE platform.installation SET key_id = $1 WHERE key_id IS NULL', [ours]);
    const theirs = await recordedKeyId(client);
    if (theirs !== null && theirs !== ours) throw new UsageError(describeOtherKey(theirs, ours, settings));
  } finally {
    await client.end();
  }
}

/** Records the key of this process, after the former one was lost. */
export async function replaceEncryptionKey(url: string, settings: KeySettings): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('UPDATE platform.installation SET key_id = $1', [new Secrets(settings).keyId]);
  } finally {
    await client.end();
  }
}

function describeOtherKey(theirs: string, ours: string, { encryptionKey, dataDir }: KeySettings): string {
  const source = encryptionKey ? 'ENCRYPTION_KEY' : `${dataDir}/encryption.key`;
  return `This installation uses the encryption key ${theirs}, but ${source} contains the key ${ours}. Compare it with ENCRYPTION_KEY or encryption.key in DATA_DIR of the other processes, and use the same key. If the other key is lost, run: nameyard migrate --new-encryption-key`;
}
