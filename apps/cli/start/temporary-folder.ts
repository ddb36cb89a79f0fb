import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is removed when the process exits. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nameyard-data-'));
  // A PostgreSQL that was not stopped may still write.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}
