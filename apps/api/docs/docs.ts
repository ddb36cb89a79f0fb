import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import scalar from '@scalar/fastify-api-reference';
import { describe } from './document.js';

/** The document and a readable reference of it, which loads nothing from anywhere else. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  const document = describe(app);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/docs/openapi.json', { config: { access: 'open' } }, () => document);
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { url: '/docs/openapi.json', withDefaultFonts: false, telemetry: false, pageTitle: 'Nameyard' },
  } as never);
}
