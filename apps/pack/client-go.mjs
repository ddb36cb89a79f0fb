/** The archive of the Go module `nameyard.dev/client`, as Go's module proxies serve it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, readFiles, repository, root } from './package-folder.mjs';
import { zip } from './zip.mjs';

export function packGoClient() {
  const { version } = repository;
  const files = readFiles(join(root, 'libs/client-go'), path => !path.startsWith('conformance/'));
  const entries = Object.entries(files).map(([path, content]) => [`nameyard.dev/client@v${version}/${path}`, content]);
  writeFileSync(join(packages, `nameyard-client-go-${version}.zip`), zip(Object.fromEntries(entries)));
}
