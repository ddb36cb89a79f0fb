import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^import\b[^'"]*|\bimport\()["'](\.[^"']+)["']/gm)].map(([, path]) =>
    join(dirname(file), path!),
  );

/** The file and everything that it imports statically. */
function graphOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  importsOf(file).forEach(imported => graphOf(imported, found));
  return found;
}

/** Decorators of a bundle fail, or lose their metadata, if they run before `reflect-metadata`. */
describe.each(['api', 'cli', 'worker'])('the bundle of %s', app => {
  const [first, second] = importsOf(join(dist, `apps/${app}/main.js`));

  it('loads reflect-metadata before any decorator', () => {
    expect(second).toBe(join(dist, `apps/${app}/bundle.js`));
    const code = [...graphOf(first!)].map(file => readFileSync(file, 'utf8')).join('\n');
    expect(code).not.toMatch(/__decorate\b/);
    const script = `await import(${JSON.stringify(first)}); process.stdout.write(typeof Reflect.metadata);`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe(
      'function',
    );
  });
});
