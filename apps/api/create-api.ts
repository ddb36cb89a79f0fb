import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PlatformModule } from '#platform';
import { type Settings } from '#platform/process/config';
import { Database, DatabaseModule } from '#platform/database';
import { createAdapter } from '#platform/http';
import { type Logger, NestLog } from '#platform/observability/log';
import { startTracing } from '#platform/observability/tracing';
import { storages } from '../storage.js';
import { serveDocs } from '../docs/docs.js';
import { servePortal } from './portal/portal.js';
import { serveStorefront } from '../storefront/storefront.js';
import { registerRequestPipeline } from './request-pipeline.js';

/** Creates the HTTP application with these modules, ready to listen. */
export async function createApi(settings: Settings, logger: Logger, modules: (new () => object)[]) {
  await startTracing(settings, logger);
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: class Nameyard {},
      imports: [PlatformModule.forRoot(settings, logger), DatabaseModule.forRoot(storages), ...modules],
    },
    createAdapter(settings, logger),
    { bodyParser: false, logger: new NestLog(logger), abortOnError: false, forceCloseConnections: false },
  );
  const warm = app.get(Database).warmUp();
  try {
    registerRequestPipeline(app);
    await app.init();
    await serveStorefront(app);
    await serveDocs(app);
    await servePortal(app);
    await warm;
    return app;
  } catch (error) {
    // Open connections would keep the process alive.
    await warm;
    await app.close().catch(() => {});
    throw error;
  }
}
