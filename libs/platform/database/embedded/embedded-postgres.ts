import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDataDir } from '../../process/config/create-data-dir.js';
import { claim, isClaimed, release } from './claim.js';
import { DATABASE, ensureCluster, readPassword, ROLE } from './cluster.js';
import { explainFileError } from './errors.js';
import { readPostmaster, stopOrphan } from './postmaster.js';
import { findRunner, type Runner } from './runner.js';
import { type Server, startServer } from './server.js';

interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Whether commits do not wait for the disk, so that data can be lost when the operating system crashes. */
  isTemporary?: boolean;
  /** Receives messages about delays and recoveries. */
  onLog?: (line: string) => void;
  /** Called whenever a PostgreSQL program has been spawned, so that other work can be done while it runs. */
  onSpawn?: () => void;
}

export interface EmbeddedPostgres {
  url: string;
  /** Whether this start created the database. */
  created: boolean;
  /** Resolves to the exit code when PostgreSQL has exited too often, or could not be restarted. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, and creates the cluster if it does not exist.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    createDataDir(dataDir);
    await claim(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  try {
    return await start(dataDir, options);
  } catch (error) {
    await release(dataDir).catch(() => undefined);
    throw explainFileError(error, dataDir);
  }
}

export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(clusterIn(resolve(dataDir)), 'PG_VERSION'));

/** The URL of PostgreSQL while a service runs on the folder, or else null. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const server = (await isClaimed(folder)) ? await readPostmaster(clusterIn(folder)) : null;
  const password = server?.ready && (await readPassword(folder));
  return password ? urlOf(server!.port, password) : null;
}

async function start(dataDir: string, { onLog = () => {}, onSpawn, isTemporary }: EmbeddedPostgresOptions) {
  const runner = await findRunner({ cluster: clusterIn(dataDir), isTemporary, onLog, onSpawn });
  await stopOrphan(runner);
  const { created, password } = await ensureCluster(runner);
  const server = await startServer(runner);
  const supervised = restartOnExit(server, stopping => restart(runner, server.port, stopping), onLog);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= supervised.stop().then(() => release(dataDir)));
  return { url: urlOf(server.port, password), created, exited: supervised.exited, stop };
}

/** Restarts on the same port, so that clients can reconnect. */
async function restart(runner: Runner, port: number, stopping: AbortSignal) {
  // If the watchdog was killed, PostgreSQL is still running.
  await stopOrphan(runner);
  stopping.throwIfAborted();
  return startServer(runner, port, stopping);
}

const clusterIn = (dataDir: string) => join(dataDir, 'postgres');

const urlOf = (port: number, password: string) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;

/** A server that exits more often than this within the window is not restarted again. */
const MAX_EXITS = 5;
const EXIT_WINDOW_MS = 60_000;

/**
 * Restarts the server whenever it exits unexpectedly. `exited` resolves when it exits too often or cannot be restarted;
 * it never resolves after `stop`.
 */
function restartOnExit(
  first: Server,
  restart: (stopping: AbortSignal) => Promise<Server>,
  onLog: (line: string) => void,
) {
  let current = Promise.resolve(first);
  const ending = new AbortController();
  const exits: number[] = [];

  async function watch(): Promise<number | null> {
    for (;;) {
      const code = await (await current).exited;
      if (ending.signal.aborted) return new Promise<never>(() => {});
      exits.push(performance.now());
      if (exits.filter(at => at > performance.now() - EXIT_WINDOW_MS).length > MAX_EXITS) return code;
      onLog(`The embedded PostgreSQL exited unexpectedly (code ${code}); restarting it.`);
      current = restart(ending.signal);
      try {
        await current;
      } catch (error) {
        if (ending.signal.aborted) return new Promise<never>(() => {});
        onLog((error as Error).message);
        return code;
      }
    }
  }

  return {
    exited: watch(),
    async stop(): Promise<void> {
      ending.abort(); // stops a server that is starting
      const server = await current.catch(() => undefined);
      await server?.stop();
    },
  };
}
