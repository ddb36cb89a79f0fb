import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fonts } from '#storefront';
import { FONTS } from '#storefront/model';
import { ROOT } from '../support/paths.js';

/** A first visit may load at most 45 kB, so the files of a font must leave space for the rest. */
const MAX_SIZE = 33_000;

describe.each([...FONTS])('font %s', font => {
  const files = fonts.files.filter(name => name.startsWith(`${font}-`));

  it('has small WOFF2 files', () => {
    const contents = files.map(name => fonts.file(name)!);
    expect(contents.length).toBeGreaterThan(0);
    for (const content of contents) expect(content.toString('latin1', 0, 4)).toBe('wOF2');
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
