import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(import.meta.dirname, '../../libs');

/** The classes that a module puts on the wire. */
const classesOf = (module: string): string[] =>
  [...readFileSync(join(LIBS, module, 'contract.ts'), 'utf8').matchAll(/^export class (\w+)/gm)].map(
    ([, name]) => name!,
  );

describe('the classes of the wire', () => {
  it('have names of their own: the documents tell schemas apart by them, and mix up two of one name', () => {
    const names = readdirSync(LIBS).flatMap(classesOf);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
