import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningProcesses } from '../processes/process-table.js';
import { waitFor } from '../support/eventually.js';
import { ROOT } from '../support/paths.js';
import { run } from './run.js';

/** The package.json of the repository. */
export const repository = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  license: string;
  dependencies: Record<string, string>;
};

const tarball = (name: string) => join(ROOT, `dist/packages/${name}-${repository.version}.tgz`);

export const CLIENT_TARBALL = tarball('nameyard-client');
export const NAMEYARD_TARBALL = tarball('nameyard');
export const GO_ARCHIVE = join(ROOT, `dist/packages/nameyard-client-go-${repository.version}.zip`);
export const JAVA_ARCHIVE = join(ROOT, `dist/packages/nameyard-client-java-${repository.version}.jar`);
export const PHP_ARCHIVE = join(ROOT, `dist/packages/nameyard-client-php-${repository.version}.zip`);
export const PYTHON_WHEEL = join(ROOT, `dist/packages/nameyard-${repository.version}-py3-none-any.whl`);

const LOCK = join(ROOT, 'dist/packages.lock');

/**
 * Builds the packages unless they are newer than the build. Test files that run at the same time wait for the first of
 * them.
 */
export async function packOnce(): Promise<void> {
  await waitFor('the packages', takeLock, 300_000);
  try {
    // Not the jar, which is missing on machines without Maven: each test file would replace packages that others use.
    if (![CLIENT_TARBALL, GO_ARCHIVE, PHP_ARCHIVE, PYTHON_WHEEL, NAMEYARD_TARBALL].every(isCurrent))
      run('npm', ['run', 'pack'], ROOT);
  } finally {
    rmSync(LOCK);
  }
}

const isCurrent = (tarball: string): boolean =>
  existsSync(tarball) && statSync(tarball).mtimeMs > statSync(join(ROOT, 'dist/.built-from')).mtimeMs;

/** The lock contains the ID of its process, because a killed process cannot remove it. */
function takeLock(): boolean {
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(existsSync(LOCK) && readFileSync(LOCK, 'utf8'));
    if (owner && runningProcesses([owner]).length === 0) rmSync(LOCK, { force: true });
    return false;
  }
}
