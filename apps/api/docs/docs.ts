import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { scenarios } from '#rehearsal';
import { describeApi } from './api-document.js';
import { serveCollections } from './collections/serve-collections.js';
import { servePages } from './pages.js';
import { describePortal, PORTAL } from './portal-document.js';
import { serveReference } from './reference.js';
import { securePages } from '../security-headers.js';

/** Serves the OpenAPI documents, the API reference and the documentation pages. None loads anything from other hosts. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  await app.register(async (docs: FastifyInstance) => {
    securePages(docs, SOURCES);
    const api = lazy(() => describeApi(app));
    const portal = lazy(() => describePortal(app));
    docs.get('/docs/openapi.json', { config: { access: 'open' } }, api);
    docs.get(`${PORTAL}openapi.json`, { config: { access: 'open' } }, portal);
    docs.get('/docs/scenarios.json', { config: { access: 'open' } }, () => scenarios());
    serveCollections(docs, api);
    servePages(docs, api, portal);
    serveReference(docs);
  });
}

/** Caches the result of the first call; building a document takes longer than the rest of the startup. */
function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** The reference has inline styles and an inline script that starts it. */
const SOURCES = {
  scriptSrc: ["'self'", "'unsafe-inline'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
};
