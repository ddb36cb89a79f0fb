import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors/usage-error.js';
import { KEY_BYTES } from './encryption-key.js';

/** The key of the file `encryption.key` in DATA_DIR, which is made, for its owner only, when there is none. */
export function keyFromFile(dataDir: string): Buffer {
  const path = join(dataDir, 'encryption.key');
  try {
    return read(path) ?? make(dataDir, path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `An encryption key is required, and ${path} can be neither read nor created (${(error as NodeJS.ErrnoException).code}). Set ENCRYPTION_KEY, or DATA_DIR to a folder of this user.`,
    );
  }
}

function read(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(`Others can read the encryption key ${path}; give it to its owner alone: chmod 600 ${path}`);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new UsageError(`The encryption key ${path} is damaged: it must hold ${KEY_BYTES} bytes in base64.`);
  return key;
}

/** Of several processes that start at once, one makes it; a link appears whole or not at all. */
function make(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(path) as Buffer;
}
