import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(import.meta.dirname, '../../libs');

/** The sources of all contracts: `contract.ts` of each module, and the files of its folder `contract`. */
const sources = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter(path =>
  /^[^/]+\/contract(\.ts|\/[^/]+\.ts)$/.test(path),
);

const classesOf = (path: string): string[] =>
  [...readFileSync(join(LIBS, path), 'utf8').matchAll(/^export class (\w+)/gm)].map(([, name]) => name!);

describe('the classes of contracts', () => {
  it('have unique names, by which OpenAPI schemas are told apart', () => {
    const names = sources.flatMap(classesOf);
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
