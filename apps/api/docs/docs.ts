import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './api-document.js';
import { servePages } from './pages.js';
import { describePortal, PORTAL } from './portal-document.js';
import { serveReference } from './reference.js';
import { securePages } from '../security-headers.js';

/** Serves the OpenAPI documents, the API reference and the documentation pages. None loads anything from other hosts. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  await app.register(async (docs: FastifyInstance) => {
    securePages(docs, CONTENT_POLICY);
    serveDocument(docs, '/docs/openapi.json', () => describeApi(app));
    serveDocument(docs, `${PORTAL}openapi.json`, () => describePortal(app));
    servePages(docs);
    serveReference(docs);
  });
}

/** Builds the document at the first request, because it takes longer than the rest of the startup. */
function serveDocument(docs: FastifyInstance, path: string, make: () => OpenAPIObject): void {
  let document: OpenAPIObject | undefined;
  docs.get(path, { config: { access: 'open' } }, () => (document ??= make()));
}

/** The reference has inline styles and an inline script that starts it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
