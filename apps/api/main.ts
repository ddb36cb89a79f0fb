import 'reflect-metadata';
import { ProcessReporter } from '#platform/process/reports';
import { runDistributed } from '../run-distributed.js';
import { ApiModule } from './api.module.js';
import { createApi } from './create-api.js';
import { Drain } from './drain.js';
import { serveMetrics } from '../health/serve-metrics.js';
import { listen } from '../listen.js';
import { listenTls } from '../tls/listen-tls.js';
import { stopGracefully } from '../stop-gracefully.js';

/** Time for load balancers to notice on /health/ready that this process is stopping. */
const NOTICE_MS = 1_000;

/** API process of a distributed installation. Any number can run. */
void runDistributed(async (settings, logger) => {
  const app = await createApi(settings, logger, [ApiModule]);
  stopGracefully(app, settings, logger, { before: () => app.get(Drain).start(NOTICE_MS) });
  app.get(ProcessReporter).roles = ['api'];
  await serveMetrics(app, settings, logger);
  await listenTls(app, settings);
  app.get(ProcessReporter).origin = await listen(app, settings);
  logger.info({ host: settings.host, port: settings.port }, 'API started');
});
