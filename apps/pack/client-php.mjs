/** The archive of the Composer package `nameyard/client`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, readFiles, repository, root } from './package-folder.mjs';
import { zip } from './zip.mjs';

export function packPhpClient() {
  const files = readFiles(join(root, 'libs/client-php'), path => /^(src\/|[^/]+$)/.test(path));
  writeFileSync(join(packages, `nameyard-client-php-${repository.version}.zip`), zip(files));
}
