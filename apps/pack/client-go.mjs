/** The archive of the Go module `nameyard.dev/client`, as Go's module proxies serve it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packages, repository, root } from './package-folder.mjs';
import { zip } from './zip.mjs';

export function packGoClient() {
  const folder = join(root, 'libs/client-go');
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isFile() && !name.startsWith('conformance/'))
      files[`nameyard.dev/client@v${repository.version}/${name}`] = readFileSync(path);
  }
  writeFileSync(join(packages, `nameyard-client-go-${repository.version}.zip`), zip(files));
}
