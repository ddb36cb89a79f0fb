import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(import.meta.dirname, '../../libs');

/** Sources of all contracts: `contract.ts` and `contract/*.ts` of each module. */
const sources = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter(path =>
  /^[^/]+\/contract(\.ts|\/[^/]+\.ts)$/.test(path),
);

const classesOf = (path: string): string[] =>
  [...readFileSync(join(LIBS, path), 'utf8').matchAll(/^export class (\w+)/gm)].map(([, name]) => name!);

describe('contract classes', () => {
  it('have unique names, which become the names of OpenAPI schemas', () => {
    const names = sources.flatMap(classesOf);
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
