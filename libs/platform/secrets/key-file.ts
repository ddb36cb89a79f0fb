import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir } from '../config/create-data-dir.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from '../errors/usage-error.js';

const KEY_BYTES = 32;

/**
 * Reads the key from `encryption.key` in DATA_DIR, and creates the file if it does not exist.
 * @throws UsageError when the file cannot be read or created, is damaged, or can be read by others
 */
export function readKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, 'encryption.key');
  try {
    return read(path) ?? create(dataDir, path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `An encryption key is required, and ${path} can be neither read nor created (${(error as NodeJS.ErrnoException).code}). Set ENCRYPTION_KEY, or set DATA_DIR to a folder that this user can write to.`,
    );
  }
}

function read(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw new UsageError(`Other users can read the encryption key ${path}; run: chmod 600 ${path}`);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new UsageError(`The encryption key ${path} is damaged: it must contain ${KEY_BYTES} bytes in base64.`);
  return key;
}

/** A link makes the complete file appear at once, so that concurrent processes use the same key. */
function create(dataDir: string, path: string, key: Buffer = randomBytes(KEY_BYTES)): Buffer {
  createDataDir(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(path) as Buffer;
}

type KeySettings = Pick<Settings, 'encryptionKey' | 'dataDir'>;

export const encryptionKeyOf = ({ encryptionKey, dataDir }: KeySettings): Buffer =>
  encryptionKey ?? readKeyFile(dataDir);

/** Whether the process has a key. Reading one would create the key file. */
export const hasEncryptionKey = ({ encryptionKey, dataDir }: KeySettings): boolean =>
  encryptionKey !== undefined || existsSync(join(dataDir, 'encryption.key'));

/**
 * Makes the key that of the process: creates the key file unless ENCRYPTION_KEY is set.
 * @throws UsageError when the process has another key
 */
export function storeEncryptionKey({ encryptionKey, dataDir }: KeySettings, key: Buffer): void {
  const path = join(dataDir, 'encryption.key');
  const current = encryptionKey ?? read(path) ?? create(dataDir, path, key);
  if (current.equals(key)) return;
  throw new UsageError(
    `The backup has another encryption key than ${encryptionKey ? 'ENCRYPTION_KEY' : path}. ${encryptionKey ? 'Unset it, or set it to the key of the backup' : 'Move the file away'}, and restore again.`,
  );
}
