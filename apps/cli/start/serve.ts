import { type Settings } from '#platform/config';
import { migrate } from '#platform/database';
import { type EmbeddedPostgres } from '#platform/database/embedded';
import { UsageError } from '#platform/errors';
import { createLogger } from '#platform/log';
import { ApiKeysModule } from '#api-keys';
import { ApiModule } from '../../api/api.module.js';
import { createApi } from '../../api/create-api.js';
import { Drain } from '../../api/drain.js';
import { Readiness } from '../../health/readiness.js';
import { stopGracefully } from '../../stop-gracefully.js';
import { storages } from '../../storage.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { bootstrap } from '../bootstrap.js';
import { complain } from '../output.js';
import { banner } from './banner.js';
import { prettyWhenSeen } from './pretty.js';

/** The API and the worker on a database that runs, until the process is told to stop. */
export async function serve(settings: Settings, embedded: EmbeddedPostgres | undefined): Promise<void> {
  const logger = createLogger(settings.logLevel, await prettyWhenSeen());
  await migrate(settings.databaseUrl ?? '', storages, logger);
  const app = await createApi(settings, logger, [ApiModule, WorkerModule, ApiKeysModule]);
  stopGracefully(app, logger, { before: () => app.get(Drain).start(), afterwards: async () => embedded?.stop() });
  // The key is shown once, so it is made only when the port is ours.
  const made = await app.get(Readiness).whileStarting(async () => {
    await app.listen(settings.port, settings.host);
    return bootstrap(app, settings);
  });
  const { port } = app.getHttpServer().address() as { port: number };
  process.stdout.write(banner({ ...settings, port }, made));
  void embedded?.exited.then(code => {
    complain(
      new UsageError(`The embedded PostgreSQL does not stay up (code ${code}); see ${settings.dataDir}/postgres.log.`),
    );
    process.exit(1);
  });
}
