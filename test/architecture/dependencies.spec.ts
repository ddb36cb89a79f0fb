import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['', 'test/bench/peers/', 'test/collections/', 'test/openapi/'];
const LOCK_FILES = FOLDERS.map(folder => `${folder}package-lock.json`);

type Packages = Record<string, { name?: string; resolved?: string; optionalDependencies?: Record<string, string> }>;

const packagesOf = (file: string): Packages =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as { packages: Packages }).packages;

describe.each(LOCK_FILES)('%s', file => {
  const packages = Object.entries(packagesOf(file));

  it('does not install @scarf/scarf, which reports installations', () => {
    const names = packages.map(([path, { name }]) => name ?? path.split('node_modules/').at(-1));
    expect(names.length).toBeGreaterThan(100);
    expect(names).not.toContain('@scarf/scarf');
  });

  // `npm ci` fails otherwise. npm does not add binaries that were missing when the lock file was written; it adds them if
  // the entry of their package is removed before `npm install --package-lock-only`.
  it('contains the optional dependencies for all platforms', () => {
    const names = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
    const optional = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(optional.filter(name => !names.has(name))).toEqual([]);
  });

  it('contains no registry URLs', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
