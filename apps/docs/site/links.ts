import { posix } from 'node:path';
import { PAGES, twinOf } from './site-map.js';

/** The test vectors, which the webhooks page offers for download. */
export const VECTORS = { file: 'libs/webhooks/docs/vectors.json', path: '/docs/webhooks/vectors.json' };

/** The format of the pages that links lead to. */
export type Target = 'html' | 'markdown';

/** Replaces links to files of the repository with links to pages, outside of code. */
export function resolveLinks(markdown: string, file: string, target: Target): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : resolveIn(part, file, target)))
    .join('');
}

/** Code blocks and inline code. */
const CODE = /(^(?:```|~~~)[\s\S]*?^(?:```|~~~)$|`[^`\n]+`)/gm;

const resolveIn = (text: string, file: string, target: Target): string =>
  text.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${resolve(href, file, target)})`);

function resolve(href: string, file: string, target: Target): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const found = path.startsWith('/') ? path : pathOf(posix.normalize(posix.join(posix.dirname(file), path)));
  if (found === undefined) return href;
  const page = target === 'markdown' && PAGES.some(page => page.path === found) ? twinOf(found) : found;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/** The path at which a file of the repository is served. */
function pathOf(file: string): string | undefined {
  if (file === VECTORS.file) return VECTORS.path;
  return PAGES.find(page => page.file === file)?.path;
}
