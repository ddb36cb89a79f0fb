import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILES = ['package-lock.json', 'test/bench/peers/package-lock.json', 'test/openapi/package-lock.json'];

type Packages = Record<string, { name?: string; resolved?: string }>;

const packagesOf = (file: string): Packages =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as { packages: Packages }).packages;

describe.each(LOCK_FILES)('%s', file => {
  const packages = Object.entries(packagesOf(file));

  it('does not install @scarf/scarf, which reports installations', () => {
    const names = packages.map(([path, { name }]) => name ?? path.split('node_modules/').at(-1));
    expect(names.length).toBeGreaterThan(100);
    expect(names).not.toContain('@scarf/scarf');
  });

  it('contains no registry URLs', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
