import { directUrlOf, type Settings } from '#platform/process/config';
import { migrate } from '#platform/database';
import { type EmbeddedPostgres } from '#platform/database/embedded';
import { UsageError } from '#platform/http/errors';
import { createLogger, type DestinationStream } from '#platform/observability/log';
import { ProcessReporter } from '#platform/process/reports';
import { claimEncryptionKey } from '#platform/security/secrets';
import { ApiKeysModule } from '#api-keys';
import { ApiModule } from '../../api/api.module.js';
import { createApi } from '../../api/create-api.js';
import { Drain } from '../../api/drain.js';
import { Readiness } from '../../health/readiness.js';
import { serveMetrics } from '../../health/serve-metrics.js';
import { listen } from '../../listen.js';
import { stopGracefully } from '../../stop-gracefully.js';
import { listenTls } from '../../tls/listen-tls.js';
import { storages } from '../../storage.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { bootstrap } from '../bootstrap.js';
import { reportError } from '../output.js';
import { banner, readyLine } from './banner.js';
import type { StartOptions } from './start.js';
import type { StopRequest } from './stop-request.js';

interface ServeOptions {
  embedded: EmbeddedPostgres | undefined;
  stopRequest: StopRequest;
  options: StartOptions;
}

/** Starts API and worker on a running database. They run until the process is requested to stop. */
export async function serve(settings: Settings, { embedded, stopRequest, options }: ServeOptions): Promise<void> {
  const logger = createLogger(settings.logLevel, options.json ? process.stderr : await logForPeople());
  await migrate(directUrlOf(settings), storages, logger);
  await claimEncryptionKey(directUrlOf(settings), settings);
  const app = await createApi(settings, logger, [ApiModule, WorkerModule, ApiKeysModule]);
  app.get(ProcessReporter).roles = ['api', 'worker'];
  await serveMetrics(app, settings, logger);
  // The first key is shown once, so it is created only when the process listens.
  const { tls, ...created } = await app.get(Readiness).whileStarting(async () => {
    app.get(ProcessReporter).origin = await listen(app, settings);
    return { tls: await listenTls(app, settings), ...(await bootstrap(app, settings)) };
  });
  if (created.note) logger.warn(created.note);
  // Registered after the start, because closing an application while it starts to listen fails.
  stopGracefully(app, settings, logger, {
    before: () => app.get(Drain).start(),
    after: async () => embedded?.stop(),
    when: stopRequest.received,
  });
  stopRequest.stopWatchingSignals();
  const { port } = app.getHttpServer().address() as { port: number };
  const listening = { ...settings, port };
  process.stdout.write(options.json ? readyLine(listening, created, tls) : banner(listening, created, options, tls));
  void embedded?.exited.then(code => {
    reportError(
      new UsageError(`The embedded PostgreSQL exited with code ${code}; see ${settings.dataDir}/postgres.log.`),
    );
    process.exit(1);
  });
}

/** Formats log lines for people. In production without a terminal, as in a container, they are JSON. */
async function logForPeople(): Promise<DestinationStream | undefined> {
  const { isTTY } = process.stdout;
  if (!isTTY && process.env['NODE_ENV'] === 'production') return undefined;
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ colorize: isTTY, singleLine: true, translateTime: 'HH:MM:ss', ignore: 'context' });
}
