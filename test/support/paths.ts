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

/** Ports of a Jest worker, below the ephemeral range, from which the system could assign them to other processes. */
const PORTS = 2_000;
const FIRST_PORT = 20_000 + PORTS * ((Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % 6);

/** Returns a port for a process that has not started yet. Other workers use other ports, so that none takes it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
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
