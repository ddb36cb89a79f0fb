import { basename, posix } from 'node:path';
import { readFile } from './read-file.js';

export interface DocsPage {
  path: string;
  name: string;
  /** Path of the Markdown file in the repository, which the build copies below `dist`. */
  file: string;
  /** One sentence for search engines, `/llms.txt` and the list of pages. */
  description: string;
}

/** A line of the menu: name, link to the file, path if it differs from the name of the file, and description. */
const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\)(?: `([^`]+)`)?: (.+)$/;

function pagesIn(line: string): DocsPage[] {
  if (line.trim() === '') return [];
  const [, name, link, path, description] = ENTRY.exec(line) ?? [];
  if (!name || !link || !description) throw new Error(`apps/docs/menu.md: not a link with a description: ${line}`);
  return [{ path: path ?? `/docs/${basename(link, '.md')}`, name, file: posix.join('apps/docs', link), description }];
}

/** The menu of the documentation, in reading order. */
export const GROUPS: { name: string; pages: DocsPage[] }[] = readFile('apps/docs/menu.md')
  .split(/^## /m)
  .slice(1)
  .map(section => {
    const [name = '', ...lines] = section.split('\n');
    return { name, pages: lines.flatMap(pagesIn) };
  });

export const PAGES: DocsPage[] = GROUPS.flatMap(({ pages }) => pages);

/**
 * Returns the path of a page, or of its Markdown, for a similar path that people try: with a slash at the end, or with the
 * name of the file, for example `/docs/quick-start`.
 */
export function canonicalPath(path: string): string | undefined {
  const trimmed = path.replace(/(?<=.)\/$/, '');
  const page = PAGES.find(page => [page.path, namePathOf(page), `${namePathOf(page)}.md`].includes(trimmed));
  return page && (trimmed.endsWith('.md') ? twinOf(page.path) : page.path);
}

const namePathOf = ({ path, file }: DocsPage): string =>
  file.endsWith('/README.md') ? path : `/docs/${basename(file, '.md')}`;

/** Path of the page as Markdown, for example `/docs/errors.md`. */
export const twinOf = (path: string): string => (path === '/docs/' ? '/docs/index.md' : `${path}.md`);
