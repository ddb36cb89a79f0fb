import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, FONTS } from '../model/brand.js';

/** Crimson Pro has no bold file, which would exceed the size limit of a first visit; browsers synthesize the bold weight. */
const weightsOf = (font: Font): number[] => (font === 'crimson-pro' ? [400] : [400, 600]);

/** CSS font families, with fallbacks for missing characters and for the time until the files are loaded. */
const FAMILIES: Record<Font, string> = {
  figtree: `'Figtree', system-ui, sans-serif`,
  'dm-sans': `'DM Sans', system-ui, sans-serif`,
  nunito: `'Nunito', ui-rounded, system-ui, sans-serif`,
  'crimson-pro': `'Crimson Pro', Georgia, serif`,
};

/** The value of `font-family`. */
export const familyOf = (font: Font): string => FAMILIES[font];

/** The files of a font, for `/fonts/<file>`. */
export const filesOf = (font: Font): { file: string; weight: number }[] =>
  weightsOf(font).map(weight => ({ file: `${font}-latin-${weight}-normal.woff2`, weight }));

const FILES = new Set(FONTS.flatMap(filesOf).map(({ file }) => file));

/** Where the build has copied the files: next to this file in `dist`, or in `dist` when this file runs from sources. */
const FOLDER = [
  join(import.meta.dirname, 'fonts'),
  join(import.meta.dirname, '../../../dist/libs/storefront/brand/fonts'),
].find(existsSync);

const contents = new Map<string, Buffer>();

export const fonts = {
  /** Names of all files. */
  files: [...FILES],

  /** The content of a file (`font/woff2`), or undefined if no font has a file of that name. */
  file(name: string): Buffer | undefined {
    if (!FILES.has(name)) return undefined;
    if (!FOLDER) throw new Error('The fonts are not built. Run npm run build.');
    const content = contents.get(name) ?? readFileSync(join(FOLDER, name));
    contents.set(name, content);
    return content;
  },
};
