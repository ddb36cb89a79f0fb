import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { describe } from './document.js';
import { describePortal, PORTAL } from './portal-document.js';
import { servePages } from './pages.js';
import { securePages } from '../security-headers.js';

/** The documents, a readable reference of the API's and the pages beside it; none of them loads anything from anywhere else. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  const [document, portal] = [describe(app), describePortal(app)];
  await app.register(async (docs: FastifyInstance) => {
    securePages(docs, CONTENT_POLICY);
    docs.get('/docs/openapi.json', { config: { access: 'open' } }, () => document);
    docs.get(`${PORTAL}openapi.json`, { config: { access: 'open' } }, () => portal);
    servePages(docs);
    await docs.register(scalar, { routePrefix: '/docs', configuration: REFERENCE as never });
  });
}

const REFERENCE = {
  url: '/docs/openapi.json',
  pageTitle: 'Nameyard',
  authentication: { preferredSecurityScheme: 'key' },
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  // Whatever would call another host is left out; the policy below would stop it anyway.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
};

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
