import type { Assets } from './assets.js';
import { renderPage } from './layout.js';
import { type DocsPage, GROUPS, PAGES } from './site-map.js';
import { escapeHtml } from './to-html.js';

/** The page for an address below `/docs` that does not exist. It suggests pages with similar addresses. */
export function notFoundPage(path: string, assets: Assets): string {
  const similar = similarTo(path);
  const suggestions = similar.length > 0 ? `<p>Did you mean:</p>\n${listOf(similar)}` : '';
  const all = GROUPS.map(({ name, pages }) => `<h2>${name}</h2>\n${listOf(pages)}`).join('\n');
  return renderPage(
    {
      path: undefined,
      title: 'Page not found',
      description: 'This page of the documentation does not exist.',
      headings: [],
      body: `<h1>Page not found</h1>\n<p>There is no page <code>${escapeHtml(path)}</code>.</p>\n${suggestions}\n${all}\n`,
    },
    assets,
  );
}

const listOf = (pages: DocsPage[]): string => {
  const items = pages.map(({ path, name, description }) => `<li><a href="${path}">${name}</a> – ${description}</li>`);
  return `<ul>${items.join('\n')}</ul>`;
};

/** The pages that have a word of the address in their name or description. */
function similarTo(path: string): DocsPage[] {
  const words = path
    .toLowerCase()
    .slice('/docs/'.length)
    .split(/[^a-z]+/)
    .filter(word => word.length > 3)
    .map(word => word.slice(0, 5));
  return PAGES.filter(page =>
    words.some(word => `${page.path} ${page.name} ${page.description}`.toLowerCase().includes(word)),
  );
}
