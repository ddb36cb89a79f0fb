/** The package `@nameyard/client`. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { bundleLibrary, exportsOf, writeDeclarations } from './library.mjs';
import { packagesIn } from './licenses.mjs';
import { createFolder, packFolder, repository, root, sbomOf, writeManifest } from './package-folder.mjs';
import { writeSbom } from './sbom.mjs';

const NAME = '@nameyard/client';

const ENTRIES = ['index', 'webhooks'].map(name => {
  const module = `client/${name}`;
  return { name, source: `libs/${module}.ts`, types: module };
});

export async function packClient() {
  const folder = createFolder('client');
  const output = await bundleLibrary(ENTRIES, { folder, platform: 'neutral' });
  writeDeclarations(ENTRIES, { folder, modules: ['client'] });
  writeManifest(folder, {
    name: NAME,
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
  writeSbom(sbomOf('nameyard-client'), { name: NAME, bundled: packagesIn(output), installed: [] });
}
