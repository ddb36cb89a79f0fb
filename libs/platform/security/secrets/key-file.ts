import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDataDir } from '../../process/config/create-data-dir.js';
import type { Settings } from '../../process/config/settings.js';
import { UsageError } from '../../http/errors/usage-error.js';

const KEY_BYTES = 32;

/**
 * Reads the key from `encryption.key` in DATA_DIR, and creates the file if it does not exist.
 * @throws UsageError when the file cannot be read or created, is damaged, or can be read by others
 */
export function readKeyFile(dataDir: string): Buffer {
  const path = keyPath(dataDir);
  try {
    return read(path) ?? create(path);
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

/** The hard link makes the complete file appear atomically, so that concurrent processes use the same key. */
function create(path: string, key: Buffer = randomBytes(KEY_BYTES)): Buffer {
  createDataDir(dirname(path));
  const draft = writeDraft(path, key);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(path) as Buffer;
}

function writeDraft(path: string, key: Buffer): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return draft;
}

export type KeySettings = Pick<Settings, 'dataDir'> &
  Partial<Pick<Settings, 'encryptionKey' | 'previousEncryptionKey'>>;

/**
 * The key of the process, and the previous one while the key is rotated: ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS, or the
 * files `encryption.key` and `encryption.previous.key` in DATA_DIR.
 */
export function encryptionKeysOf({ encryptionKey, previousEncryptionKey, dataDir }: KeySettings): Buffer[] {
  const key = encryptionKey ?? readKeyFile(dataDir);
  const previous = previousEncryptionKey ?? (encryptionKey ? undefined : read(previousPath(dataDir)));
  return previous === undefined || previous.equals(key) ? [key] : [key, previous];
}

/**
 * Replaces the key file of DATA_DIR by a new key, and keeps the former one in `encryption.previous.key`. Running processes
 * keep the key that they have read. Can be repeated after it was interrupted.
 * @throws UsageError when ENCRYPTION_KEY is set, there is no key file, or the files already contain two keys
 */
export function replaceKeyFile({ encryptionKey, dataDir }: KeySettings): { file: string; previous: string } {
  if (encryptionKey)
    throw new UsageError(
      'ENCRYPTION_KEY is set. Set ENCRYPTION_KEY_PREVIOUS to its value, and ENCRYPTION_KEY to a new one, for example the output of `openssl rand -base64 32`.',
    );
  const [file, previous] = [keyPath(dataDir), previousPath(dataDir)];
  const former = read(file);
  if (!former) throw new UsageError(`There is no key file ${file}; start the service, which creates it.`);
  if (!create(previous, former).equals(former))
    throw new UsageError(
      `${previous} exists: the key was replaced before. Run \`encryption-key rotate\`, and then remove that file.`,
    );
  renameSync(writeDraft(file, randomBytes(KEY_BYTES)), file);
  return { file, previous };
}

const keyPath = (dataDir: string): string => join(dataDir, 'encryption.key');

const previousPath = (dataDir: string): string => join(dataDir, 'encryption.previous.key');

/** Whether the process has a key. Reading one would create the key file. */
export const hasEncryptionKey = ({ encryptionKey, dataDir }: KeySettings): boolean =>
  encryptionKey !== undefined || existsSync(keyPath(dataDir));

/**
 * Stores the keys of a backup for this process: creates the key files unless ENCRYPTION_KEY is set.
 * @throws UsageError when the process already has other keys
 */
export function storeEncryptionKeys(settings: KeySettings, [key, previous]: Buffer[]): void {
  const { encryptionKey, previousEncryptionKey, dataDir } = settings;
  store(encryptionKey, 'ENCRYPTION_KEY', keyPath(dataDir), key!);
  if (!previous) return;
  if (encryptionKey && !previousEncryptionKey)
    throw new UsageError(
      'The backup was made while the encryption key was rotated. Unset ENCRYPTION_KEY, or set ENCRYPTION_KEY_PREVIOUS to the previous key, and restore again.',
    );
  store(previousEncryptionKey, 'ENCRYPTION_KEY_PREVIOUS', previousPath(dataDir), previous);
}

function store(setting: Buffer | undefined, variable: string, path: string, key: Buffer): void {
  const current = setting ?? read(path) ?? create(path, key);
  if (current.equals(key)) return;
  throw new UsageError(
    `The backup has another encryption key than ${setting ? variable : path}. ${setting ? 'Unset it, or set it to the key of the backup' : 'Move the file away'}, and restore again.`,
  );
}
