import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { scenarios } from '#testcontrol';
import { facadeCalls } from '../facades/facades.js';
import { serveCollections } from './collections/serve-collections.js';
import { serveExplorer } from './explorer.js';
import { describeApi } from './openapi/api-document.js';
import { describePortal, PORTAL } from './openapi/portal-document.js';
import { serveSite, serveText } from './site/site.js';

/** Serves the OpenAPI documents, the documentation site and the API explorer. Pages load no files from other hosts. */
export async function serveDocs(app: NestFastifyApplication): Promise<void> {
  const api = lazy(() => describeApi(app));
  const portal = lazy(() => describePortal(app));
  await app.register(async (data: FastifyInstance) => {
    serveJson(data, '/docs/openapi.json', api);
    serveJson(data, `${PORTAL}openapi.json`, portal);
    serveJson(data, '/docs/scenarios.json', scenarios);
    serveJson(data, '/docs/facades.json', () => facadeCalls);
    serveCollections(data, api);
  });
  await app.register((site: FastifyInstance) => serveSite(site, { api, portal }));
  await app.register(async (explorer: FastifyInstance) => serveExplorer(explorer));
}

const serveJson = (fastify: FastifyInstance, path: string, make: () => object): void =>
  serveText(fastify, path, 'application/json; charset=utf-8', () => JSON.stringify(make()));

/** Caches the result of the first call; building a document takes longer than the rest of the startup. */
function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
