import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Folder of all archives. */
export const packages = join(root, 'dist/packages');

/** The package.json of the repository. All packages have its version and license. */
export const repository = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Creates an empty folder for the files of a package. */
export function createFolder(name) {
  const folder = join(packages, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Reads the files of a folder that `isIncluded` selects by their paths, which have slashes on all systems. */
export const readFiles = (folder, isIncluded) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter(isIncluded)
      .map(path => [path, readFileSync(join(folder, path))]),
  );

export function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the tarball next to the folder, with the name that npm gives it. */
export function packFolder(folder) {
  run('npm', ['pack', '--loglevel=error', '--pack-destination', packages], folder);
}

/** The software bill of materials next to the tarball. */
export const sbomOf = name => join(packages, `${name}-${repository.version}.cdx.json`);

/** Runs a program of the repository's dependencies or of the system; exits if it fails. */
export function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
