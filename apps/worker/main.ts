import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PlatformModule } from '#platform';
import { DatabaseModule } from '#platform/database';
import { createAdapter } from '#platform/http';
import { NestLog } from '#platform/observability/log';
import { ProcessReporter } from '#platform/process/reports';
import { startTracing } from '#platform/observability/tracing';
import { TlsAskModule } from '#tenancy';
import { HealthModule } from '../health/health.module.js';
import { Readiness } from '../health/readiness.js';
import { serveMetrics } from '../health/serve-metrics.js';
import { listen } from '../listen.js';
import { runDistributed } from '../run-distributed.js';
import { stopGracefully } from '../stop-gracefully.js';
import { storages } from '../storage.js';
import { WorkerModule } from './worker.module.js';

/** Worker process of a distributed installation. Any number can run. */
void runDistributed(async (settings, logger) => {
  await startTracing(settings, 'worker', logger);
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: class Worker {},
      imports: [
        PlatformModule.forRoot(settings, logger),
        DatabaseModule.forRoot(storages),
        WorkerModule,
        HealthModule,
        TlsAskModule,
      ],
    },
    createAdapter(settings, logger),
    { bodyParser: false, logger: new NestLog(logger), abortOnError: false },
  );
  stopGracefully(app, settings, logger, { before: async () => app.get(Readiness).close() });
  app.get(ProcessReporter).roles = ['worker'];
  await serveMetrics(app, settings, logger);
  if (settings.workerPort === undefined) await app.init();
  else await listen(app, { setting: 'WORKER_PORT', port: settings.workerPort, host: settings.host });
  logger.info({ port: settings.workerPort }, 'worker started');
});
