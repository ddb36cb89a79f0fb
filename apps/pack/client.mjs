/** The package `@nameyard/client`. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { bundleLibrary, exportsOf, writeDeclarations } from './library.mjs';
import { createFolder, packFolder, repository, root, writeManifest } from './package-folder.mjs';

const ENTRIES = ['index', 'webhooks'].map(name => {
  const module = `client/${name}`;
  return { name, source: `libs/${module}.ts`, types: module };
});

export async function packClient() {
  const folder = createFolder('client');
  await bundleLibrary(ENTRIES, { folder, platform: 'neutral' });
  writeDeclarations(ENTRIES, { folder, modules: ['client'] });
  writeManifest(folder, {
    name: '@nameyard/client',
    version: repository.version,
    description: 'Client for the API of Nameyard, a domain registration sandbox.',
    license: repository.license,
    engines: { node: '>=20' },
    sideEffects: false,
    main: './index.cjs',
    module: './index.mjs',
    types: './types/client/index.d.ts',
    ...exportsOf(ENTRIES),
  });
  cpSync(join(root, 'libs/client/README.md'), join(folder, 'README.md'));
  packFolder(folder);
}
