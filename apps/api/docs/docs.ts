import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './api-document.js';
import { servePages } from './pages.js';
import { describePortal, PORTAL } from './portal-document.js';
import { serveReference } from './reference.js';
import { securePages } from '../security-headers.js';

/** The documents, a readable reference of the API's and the pages beside it; none of them loads anything from anywhere else. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  await app.register(async (docs: FastifyInstance) => {
    securePages(docs, CONTENT_POLICY);
    serveDocument(docs, '/docs/openapi.json', () => describeApi(app));
    serveDocument(docs, `${PORTAL}openapi.json`, () => describePortal(app));
    servePages(docs);
    serveReference(docs);
  });
}

/** Made when somebody first asks for it: it takes longer than all the rest of a start that has its modules. */
function serveDocument(docs: FastifyInstance, path: string, make: () => OpenAPIObject): void {
  let document: OpenAPIObject | undefined;
  docs.get(path, { config: { access: 'open' } }, () => (document ??= make()));
}

/** The reference is one page with one script of its own, which styles it and is started by a line in the page. */
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
