import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKEN = /^--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);$/;

const lines = readFileSync(join(import.meta.dirname, 'palette.css'), 'utf8').split('\n');
const tokens = lines.flatMap(line => {
  const token = TOKEN.exec(line.trim());
  return token ? [token] : [];
});

export type Theme = 'light' | 'dark';

/** Neutral colors by name, for example `background`. */
export type Palette = Readonly<Record<string, string>>;

/** The neutral colors of both themes. The portal uses the same file. */
export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: Object.fromEntries(tokens.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(tokens.map(([, name, , dark]) => [name, dark])),
};
