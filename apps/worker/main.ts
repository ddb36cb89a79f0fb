import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createLogger, DatabaseModule, NestLog, PlatformModule } from '#platform';
import { runDistributed } from '../run-distributed.js';
import { stopGracefully } from '../stop-gracefully.js';
import { storages } from '../storage.js';
import { WorkerModule } from './worker.module.js';

/** The background process of a distributed installation: any number may run beside each other. */
await runDistributed(async settings => {
  const logger = createLogger(settings.logLevel);
  const app = await NestFactory.createApplicationContext(
    {
      module: class Worker {},
      imports: [PlatformModule.forRoot(settings, logger), DatabaseModule.forRoot(storages), WorkerModule],
    },
    { logger: new NestLog(logger), abortOnError: false },
  );
  logger.info('the worker runs');
  stopGracefully(app, logger);
});
