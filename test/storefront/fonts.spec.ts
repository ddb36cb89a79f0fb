import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fonts } from '#storefront';
import { FONTS } from '#storefront/model';
import { ROOT } from '../support/paths.js';

/** A page may load at most 60 kB, so both weights of a font must leave space for the rest. */
const MAX_SIZE = 40_000;

describe.each([...FONTS])('font %s', font => {
  const files = fonts.files.filter(name => name.startsWith(`${font}-`));

  it('has two small WOFF2 files', () => {
    const contents = files.map(name => fonts.file(name)!);
    expect(contents.map(content => content.toString('latin1', 0, 4))).toEqual(['wOF2', 'wOF2']);
    expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_SIZE);
  });

  it('is built with its license', () => {
    expect(existsSync(join(ROOT, `dist/libs/storefront/brand/fonts/${font}-LICENSE`))).toBe(true);
  });
});

describe('fonts', () => {
  it.each(['', 'LICENSE', 'figtree-LICENSE', '../palette.css', '../../../../package.json', 'constructor'])(
    'have no file "%s"',
    name => expect(fonts.file(name)).toBeUndefined(),
  );
});
