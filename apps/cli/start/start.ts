import { createServer } from 'node:net';
import { readSettings, type Settings } from '#platform/config';
import { startEmbeddedPostgres } from '#platform/database/embedded';
import { UsageError } from '#platform/errors';
import { checkBootstrap } from '../check-bootstrap.js';

/** Loads most of the program, so it runs while PostgreSQL starts. */
const loadServing = () => import('./serve.js');

/** Everything in one process: the database where none is given, the API and the worker. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  checkBootstrap(settings);
  await demandFreePort(settings);
  const embedded = settings.databaseUrl ? undefined : await startDatabase(settings);
  try {
    const { serve } = await loadServing();
    await serve({ ...settings, databaseUrl: settings.databaseUrl ?? embedded?.url }, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

const startDatabase = ({ dataDir }: Settings) =>
  startEmbeddedPostgres({
    dataDir,
    onLog: line => process.stderr.write(`${line}\n`),
    // A failed import fails again where it is awaited.
    onSpawn: () => void loadServing().catch(() => {}),
  });

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
