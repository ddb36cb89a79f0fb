import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PlatformModule } from '#platform';
import { type Settings } from '#platform/process/config';
import { Database, DatabaseModule } from '#platform/database';
import { createAdapter } from '#platform/http';
import { createLogger, type Logger, NestLog } from '#platform/observability/log';
import { startTracing } from '#platform/observability/tracing';
import { storages } from '../storage.js';
import { serveDocs } from '../docs/docs.js';
import { describeApi } from '../docs/openapi/api-document.js';
import { serveFacades } from '../facades/facades.js';
import { servePortal } from './portal/portal.js';
import { serveStorefront } from '../storefront/storefront.js';
import { registerRequestPipeline } from './request-pipeline.js';

type Modules = (new () => object)[];

/** Creates the HTTP application with these modules, ready to listen. */
export async function createApi(settings: Settings, logger: Logger, modules: Modules) {
  await startTracing(settings, 'api', logger);
  const app = await NestFactory.create<NestFastifyApplication>(
    rootOf(settings, logger, modules),
    createAdapter(settings, logger),
    { bodyParser: false, logger: new NestLog(logger), abortOnError: false, forceCloseConnections: false },
  );
  const warmUp = app.get(Database).warmUp();
  try {
    registerRequestPipeline(app);
    await app.init();
    await serveStorefront(app);
    await serveFacades(app);
    await serveDocs(app);
    await servePortal(app);
    await warmUp;
    return app;
  } catch (error) {
    // Open connections would keep the process alive, so the warm-up ends first.
    await warmUp;
    await app.close().catch(() => {});
    throw error;
  }
}

const rootOf = (settings: Settings, logger: Logger, modules: Modules) => ({
  module: class Nameyard {},
  imports: [PlatformModule.forRoot(settings, logger), DatabaseModule.forRoot(storages), ...modules],
});

/** The OpenAPI document of these modules. Nothing is started: a preview creates no providers. */
export async function previewApi(settings: Settings, modules: Modules): Promise<OpenAPIObject> {
  const logger = createLogger('silent');
  const root = rootOf(settings, logger, modules);
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return describeApi(await NestFactory.create(root, createAdapter(settings, logger), options));
}
