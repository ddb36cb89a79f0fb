import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from './afterwards.js';

/** The checkout; what was built from it lies in `dist`. */
export const ROOT = join(import.meta.dirname, '../..');

export const CLI = join(ROOT, 'dist/apps/cli/main.js');

/** A folder that is gone when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/**
 * A port for a process that is yet to start. Not one of those that the system hands out to whoever asks for any: it
 * would hand it out again before the process is there, or while it is away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
