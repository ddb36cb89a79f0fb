import { createHash } from 'node:crypto';
import type { Brand, Font, Radius } from '../model/brand.js';
import { accentsIn } from './accents.js';
import { familyOf, filesOf } from './fonts.js';
import { PALETTES, type Theme } from './palette.js';

export interface Stylesheet {
  text: string;
  /** Part of the URL, so that the file can be cached forever. */
  hash: string;
}

const RADII: Record<Radius, string> = { none: '0', small: '4px', medium: '8px', large: '16px' };

/** Custom properties of a brand in one theme, without `--`. */
export function propertiesIn(theme: Theme, { accent: chosen }: Pick<Brand, 'accent'>): Record<string, string> {
  const { accent, onAccent, accentText } = accentsIn(theme, chosen);
  return { ...PALETTES[theme], accent, 'on-accent': onAccent, 'accent-text': accentText, focus: accent };
}

/** Custom properties of a brand in all themes, without `--`. */
export const commonProperties = ({ radius, font }: Pick<Brand, 'radius' | 'font'>): Record<string, string> => ({
  radius: RADII[radius],
  font: familyOf(font),
});

/** The stylesheet of a brand: fonts and custom properties. Contains no text that the tenant typed. */
export function stylesheetOf(brand: Pick<Brand, 'accent' | 'scheme' | 'radius' | 'font'>): Stylesheet {
  const { scheme } = brand;
  const base = scheme === 'dark' ? 'dark' : 'light';
  const text = [
    fontFaces(brand.font),
    rootRule(base, { ...commonProperties(brand), ...propertiesIn(base, brand) }),
    scheme === 'auto' ? `@media (prefers-color-scheme:dark){${rootRule('dark', propertiesIn('dark', brand))}}` : '',
  ].join('');
  return { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

function rootRule(theme: Theme, properties: Record<string, string>): string {
  const declarations = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  return `:root{color-scheme:${theme};${declarations.join(';')}}`;
}

function fontFaces(font: Font): string {
  const [family] = familyOf(font).split(',');
  return filesOf(font)
    .map(
      ({ file, weight }) =>
        `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(/fonts/${file}) format('woff2')}`,
    )
    .join('');
}
