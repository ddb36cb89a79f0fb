import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/paths.js';
import { run } from './run.js';

/** The supported versions of Node.js. */
export const VERSIONS = ['20', '22', '24', '26'] as const;

/** Kept for later test runs. */
const CACHE = join(ROOT, 'node_modules/.cache/runtimes');

const current = process.versions.node.split('.')[0];

const folderOf = (version: string): string =>
  version === current ? dirname(process.execPath) : join(CACHE, `node_modules/node${version}/bin`);

/**
 * Installs the versions other than the current one, unless they are installed. The package `node` has a script that installs these
 * packages for the platform, which npm may not run.
 */
export function installRuntimes(): void {
  if (VERSIONS.every(version => existsSync(join(folderOf(version), 'node')))) return;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, 'package.json'), '{ "private": true }');
  // All at once, because npm removes packages that are not in `package.json`.
  const names = VERSIONS.filter(version => version !== current).map(
    version => `node${version}@npm:node-${process.platform}-${process.arch}@${version}`,
  );
  run('npm', ['install', '--no-audit', '--no-fund', ...names], CACHE);
}

/** Environment in which `node` is that version. */
export const environmentOf = (version: string): NodeJS.ProcessEnv => ({
  PATH: `${folderOf(version)}:${process.env['PATH']}`,
});
