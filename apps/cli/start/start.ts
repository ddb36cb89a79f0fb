import { createServer } from 'node:net';
import {
  createLogger,
  type Logger,
  migrate,
  readSettings,
  type Settings,
  startEmbeddedPostgres,
  UsageError,
} from '#platform';
import { ApiKeysModule } from '#api-keys';
import { ApiModule } from '../../api/api.module.js';
import { createApi } from '../../api/create-api.js';
import { Drain } from '../../api/drain.js';
import { stopGracefully } from '../../stop-gracefully.js';
import { storages } from '../../storage.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { bootstrap, checkBootstrap } from '../bootstrap.js';
import { complain } from '../output.js';
import { banner } from './banner.js';
import { prettyWhenSeen } from './pretty.js';

type Embedded = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Everything in one process: the database where none is given, the API and the worker. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  checkBootstrap(settings);
  const logger = createLogger(settings.logLevel, prettyWhenSeen());
  await demandFreePort(settings);
  const embedded = settings.databaseUrl ? undefined : await startDatabase(settings);
  try {
    await serve({ ...settings, databaseUrl: settings.databaseUrl ?? embedded?.url }, logger, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(settings: Settings, logger: Logger, embedded: Embedded | undefined): Promise<void> {
  await migrate(settings.databaseUrl ?? '', storages, logger);
  const app = await createApi(settings, logger, [ApiModule, WorkerModule, ApiKeysModule]);
  stopGracefully(app, logger, { before: () => app.get(Drain).start(), afterwards: async () => embedded?.stop() });
  await app.listen(settings.port, settings.host);
  const made = await bootstrap(app, settings);
  const { port } = app.getHttpServer().address() as { port: number };
  process.stdout.write(banner({ ...settings, port }, made));
  void embedded?.exited.then(code => {
    complain(
      new UsageError(`The embedded PostgreSQL does not stay up (code ${code}); see ${settings.dataDir}/postgres.log.`),
    );
    process.exit(1);
  });
}

async function startDatabase({ dataDir }: Settings): Promise<Embedded> {
  return startEmbeddedPostgres({ dataDir, onLog: line => process.stderr.write(`${line}\n`) });
}

/** Asked before anything is started, so that a port in use costs nothing. Port 0 takes any that is free. */
function demandFreePort({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new UsageError(`Port ${port} on ${host} is in use; stop what uses it, or set PORT to another one.`);
  if (error.code === 'EACCES')
    return new UsageError(`Port ${port} needs more rights than this user has; set PORT to one above 1023.`);
  return new UsageError(`Cannot listen on HOST ${host}, port ${port}: ${error.code ?? error.message}.`);
}
