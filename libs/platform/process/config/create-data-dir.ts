import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../http/errors/usage-error.js';

/**
 * Creates a folder with its parents, for this user only. Node's own recursive creation never ends in a file system that
 * reports a missing parent although it exists, such as /proc.
 * @throws UsageError when the file system cannot contain the folder
 */
export function createDataDir(path: string): void {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createDataDir(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process may have been faster.
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code === 'ENOENT') throw new UsageError(`${folder} cannot be created; set DATA_DIR to another folder.`);
    throw error;
  }
}
