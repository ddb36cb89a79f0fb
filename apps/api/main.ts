import 'reflect-metadata';
import { createLogger } from '#platform/log';
import { runDistributed } from '../run-distributed.js';
import { ApiModule } from './api.module.js';
import { createApi } from './create-api.js';
import { Drain } from './drain.js';
import { stopGracefully } from '../stop-gracefully.js';

/** In which a balancer that asks /health several times a second sees that this process is stopping. */
const NOTICE_MS = 1_000;

/** The HTTP process of a distributed installation: any number may run, on one PostgreSQL and one Redis. */
void runDistributed(async settings => {
  const logger = createLogger(settings.logLevel);
  const app = await createApi(settings, logger, [ApiModule]);
  stopGracefully(app, logger, { before: () => app.get(Drain).start(NOTICE_MS) });
  await app.listen(settings.port, settings.host);
  logger.info({ host: settings.host, port: settings.port }, 'the API listens');
});
