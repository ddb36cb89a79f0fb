import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PREFIX = '/docs/assets/';

/**
 * Serves the style, script and fonts of the site, which `browser/vite.config.ts` builds. Returns the HTML elements that load them.
 * Without a build, as in some unit tests, there are none.
 */
export async function serveAssets(docs: FastifyInstance): Promise<string> {
  const folder = findAssets();
  if (!folder) return '';
  await docs.register(files, {
    root: folder,
    prefix: PREFIX,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', 'manifest.json', 'licenses.json'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      // Built files have a digest of their content in their names.
      const isImmutable = !/(favicon\.svg|theme\.js)$/.test(file);
      reply.setHeader('Vary', 'Accept-Encoding');
      reply.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return headOf(folder);
}

function headOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; isEntry?: boolean; css?: string[]; assets?: string[] }
  >;
  const { file, css = [], assets = [] } = Object.values(manifest).find(({ isEntry }) => isEntry)!;
  const font = assets.find(name => name.startsWith('geist-latin-wght-'));
  return [
    // Applies the theme that was chosen in the portal.
    `<script src="${PREFIX}theme.js"></script>`,
    // Preloads the text font, so that the layout does not shift when it arrives.
    ...(font ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${PREFIX}${font}">`] : []),
    ...css.map(name => `<link rel="stylesheet" href="${PREFIX}${name}">`),
    `<script type="module" src="${PREFIX}${file}"></script>`,
  ].join('\n');
}

/** Finds the built assets, from dist or from the sources. */
function findAssets(): string | undefined {
  const here = import.meta.dirname;
  const folders = [join(here, '../browser'), join(here, '../../../dist/apps/docs/browser')];
  return folders.find(folder => existsSync(join(folder, 'manifest.json')));
}
