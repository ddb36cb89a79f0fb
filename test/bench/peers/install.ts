import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from '../stage/paths.js';

/**
 * Installs the load generator and the peers if they are missing. Missing peers are omitted from the measurement.
 * @throws Error if the load generator cannot be installed
 */
export function installPeers(): void {
  if (isUpToDate()) return;
  process.stderr.write('Installing the load generator and peers (once; about a minute) …\n');
  if (!install() && !install('--omit=dev')) throw new Error('npm could not install the load generator autocannon.');
}

/** Install scripts are not needed. */
function install(...options: string[]): boolean {
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund', ...options];
  return spawnSync('npm', args, { cwd: PEERS, stdio: ['ignore', 2, 2] }).status === 0;
}

/** Why a peer is missing, if it is. */
export const missingPeer = (name: string): string | undefined =>
  existsSync(join(PEERS, 'node_modules', name)) ? undefined : 'npm could not install it';

function isUpToDate(): boolean {
  const [installed, lockFile] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file =>
    statSync(join(PEERS, file), { throwIfNoEntry: false }),
  );
  return installed !== undefined && installed.mtimeMs >= (lockFile?.mtimeMs ?? 0);
}
