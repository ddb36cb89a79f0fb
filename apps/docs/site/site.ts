import { extname } from 'node:path';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { securePages } from '../../api/security-headers.js';
import { type Assets, serveAssets } from './assets.js';
import { CachedText } from './cached-text.js';
import { renderPage } from './layout.js';
import { DOWNLOADS } from './links.js';
import { llmsText } from './llms.js';
import { notFoundPage } from './not-found.js';
import { searchIndex } from './search-index.js';
import { canonicalPath, type DocsPage, PAGES, twinOf } from './site-map.js';
import { type Documents, readDownload, sourceOf } from './source.js';
import { type Rendered, toHtml } from './to-html.js';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const OPEN = { config: { access: 'open' as const } };

/** Serves the documentation site. Each page is rendered at its first request. */
export async function serveSite(docs: FastifyInstance, documents: Documents): Promise<void> {
  securePages(docs, SOURCES);
  const assets = await serveAssets(docs);
  const rendered = new Map<string, Rendered>();
  const render = (page: DocsPage): Rendered => {
    const found = rendered.get(page.path) ?? toHtml(sourceOf(page, documents, 'html'));
    rendered.set(page.path, found);
    return found;
  };
  for (const page of PAGES) {
    serveText(docs, page.path, HTML, () => htmlOf(page, render(page), assets));
    serveText(docs, twinOf(page.path), MARKDOWN, () => sourceOf(page, documents, 'markdown'));
  }
  serveText(docs, '/docs/search.json', JSON_TYPE, () => JSON.stringify(searchIndex(page => render(page).body)));
  serveText(docs, '/llms.txt', TEXT, llmsText);
  for (const file of DOWNLOADS)
    serveText(docs, `/docs/webhooks/${file}`, extname(file) === '.json' ? JSON_TYPE : TEXT, () => readDownload(file));
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

const htmlOf = ({ path, description }: DocsPage, { title, headings, body }: Rendered, assets: Assets): string =>
  renderPage({ path, title, description, twin: twinOf(path), headings, body }, assets);

/** A page for browsers, and 404 in the envelope for programs. Other paths of pages are redirected. */
function serveNotFound(docs: FastifyInstance, assets: Assets): void {
  docs.get('/docs/*', OPEN, (request, reply) => {
    const [path = '', query] = request.url.split('?', 2);
    const canonical = canonicalPath(path);
    if (canonical !== undefined) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 301);
    void reply.headers({ vary: 'accept', 'cache-control': 'no-store' });
    if (!request.headers.accept?.includes('text/html')) throw new NotFoundException();
    return reply.status(404).type(HTML).send(notFoundPage(path, assets));
  });
}

/** Only files of this host, and no inline code. */
const SOURCES = { scriptSrc: ["'self'"], styleSrc: ["'self'"], imgSrc: ["'self'"], fontSrc: ["'self'"] };
