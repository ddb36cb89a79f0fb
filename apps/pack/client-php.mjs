/** The archive of the Composer package `nameyard/client`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packages, repository, root } from './package-folder.mjs';
import { zip } from './zip.mjs';

export function packPhpClient() {
  const folder = join(root, 'libs/client-php');
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isFile() && /^(src\/|[^/]+$)/.test(name)) files[name] = readFileSync(path);
  }
  writeFileSync(join(packages, `nameyard-client-php-${repository.version}.zip`), zip(files));
}
