import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerCleanup } from '../support/cleanup.js';

/** The repository; `dist` contains the build. */
export const ROOT = join(import.meta.dirname, '../..');

export const CLI = join(ROOT, 'dist/apps/cli/main.js');

/** Creates a directory that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-test-'));
  registerCleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/**
 * Returns a port for a process that has not started yet. It lies outside the ephemeral range, from which the system
 * could assign it to another process.
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
