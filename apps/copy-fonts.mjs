import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './bundler.mjs';

/** Copies the fonts that tenants can choose for their storefronts into the build, with their licenses. */
export async function copyFonts() {
  const { fonts } = await import(join(dist, 'libs/storefront/brand/fonts.js'));
  const folder = join(dist, 'libs/storefront/brand/fonts');
  mkdirSync(folder, { recursive: true });
  for (const file of fonts.files) {
    const [name] = file.split('-latin-');
    const source = join(dist, '../node_modules/@fontsource', name);
    cpSync(join(source, 'files', file), join(folder, file));
    cpSync(join(source, 'LICENSE'), join(folder, `${name}-LICENSE`));
  }
}
