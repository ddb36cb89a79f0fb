import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { securePages } from '../../api/security-headers.js';
import { serveAssets } from './assets.js';
import { CachedText } from './cached-text.js';
import { lastChanges } from './last-changes.js';
import { renderPage } from './layout.js';
import { VECTORS } from './links.js';
import { readFile } from './read-file.js';
import { searchIndex } from './search-index.js';
import { canonicalPath, type DocsPage, GROUPS, PAGES, twinOf } from './site-map.js';
import { type Documents, sourceOf } from './source.js';
import { escapeHtml, type Rendered, toHtml } from './to-html.js';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const OPEN = { config: { access: 'open' as const } };

/** Serves the documentation site. Each page is rendered at its first request. */
export async function serveSite(docs: FastifyInstance, documents: Documents): Promise<void> {
  securePages(docs, CSP_SOURCES);
  const assets = await serveAssets(docs);
  const rendered = new Map<string, Rendered>();
  const render = (page: DocsPage): Rendered => {
    let html = rendered.get(page.path);
    if (!html) rendered.set(page.path, (html = toHtml(sourceOf(page, documents, 'html'))));
    return html;
  };
  for (const page of PAGES) {
    serveText(docs, page.path, HTML, () => htmlOf(page, render(page), assets));
    serveText(docs, twinOf(page.path), MARKDOWN, () => sourceOf(page, documents, 'markdown'));
  }
  serveText(docs, '/docs/search.json', JSON_TYPE, () => JSON.stringify(searchIndex(page => render(page).body)));
  serveText(docs, '/llms.txt', TEXT, llmsText);
  serveText(docs, VECTORS.path, JSON_TYPE, () => readFile(VECTORS.file));
  docs.get('/docs', OPEN, (_request, reply) => reply.redirect('/docs/', 301));
  serveNotFound(docs, assets);
}

/** Serves a text that is made at its first request. */
export function serveText(
  docs: FastifyInstance,
  path: string,
  type: string,
  make: () => string | Promise<string>,
): void {
  const text = new CachedText(type, make);
  docs.get(path, OPEN, (request, reply) => text.send(request, reply));
}

const htmlOf = ({ path, file, description }: DocsPage, { title, headings, body }: Rendered, assets: string): string =>
  renderPage({ path, title, description, twin: twinOf(path), changed: lastChanges[file], headings, body }, assets);

/** Redirects to the canonical path of a page. Otherwise sends 404: a page to browsers, the error envelope to programs. */
function serveNotFound(docs: FastifyInstance, assets: string): void {
  docs.get('/docs/*', OPEN, (request, reply) => {
    const [path = '', query] = request.url.split('?', 2);
    const canonical = canonicalPath(path);
    if (canonical !== undefined) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 301);
    void reply.headers({ vary: 'accept', 'cache-control': 'no-store' });
    if (!request.headers.accept?.includes('text/html')) throw new NotFoundException();
    return reply.status(404).type(HTML).send(notFoundPage(path, assets));
  });
}

/** Content security policy: only files of this host, and no inline code. */
const CSP_SOURCES = { scriptSrc: ["'self'"], styleSrc: ["'self'"], imgSrc: ["'self'"], fontSrc: ["'self'"] };

/** `/llms.txt` (llmstxt.org): an introduction, and links to the documentation as Markdown. */
function llmsText(): string {
  const sections = GROUPS.map(({ name, pages }) => {
    const links = pages.map(page => `- [${page.name}](${twinOf(page.path)}): ${page.description}`);
    return `## ${name}\n\n${links.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections, DATA].join('\n');
}

const INTRODUCTION = `# Nameyard

> A sandbox for shops that sell domain names: search a name, order it, and check out with a simulated payment, before
> connecting a real registrar.

Results are deterministic, and each tenant has its own data. Send the API key as \`Authorization: Bearer …\` and the slug of the
tenant as \`X-Tenant\` to the paths below \`/api/v1\`. Every response is a JSON envelope with \`success\`, \`data\` and
\`error\`, and \`meta\` on success; \`error.docs\` leads to the description of an error. Every page \`/docs/…\` is available as Markdown at the same path
with \`.md\`.
`;

const DATA = `## Data

- [OpenAPI](/docs/openapi.json): OpenAPI 3.1 document of the API.
- [Scenarios](/docs/scenarios.json): all scenarios as JSON.
- [Postman collection](/docs/postman.json) and [HTTP file](/docs/nameyard.http): a request for each operation of the sandbox.
- [Test vectors](/docs/webhooks/vectors.json): signed webhooks.
`;

/** The page for an address below `/docs` that does not exist. It suggests pages with similar addresses. */
function notFoundPage(path: string, assets: string): string {
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

/** Pages whose path, name or description contains the first five letters of a word of the address. Short words are ignored. */
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
