import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '#platform/http/errors';

/**
 * Creates a folder that is removed when the process exits.
 * @param requested path of the folder, or true for a new one in the system's folder for temporary files
 */
export async function createTemporaryFolder(requested: string | true): Promise<string> {
  const folder = requested === true ? await mkdtemp(join(tmpdir(), 'nameyard-data-')) : await create(requested);
  process.once('exit', () => remove(folder));
  return folder;
}

/** Never uses an existing folder, whose files would be removed. */
async function create(folder: string): Promise<string> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--temporary cannot create the folder ${folder}: ${code}. It must not exist, its parent must.`,
    );
  }
  return resolve(folder);
}

function remove(folder: string): void {
  try {
    // A PostgreSQL that was not stopped may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    process.stderr.write(`The temporary data could not be removed: ${(error as Error).message}\n`);
  }
}
