import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.js';
import { announce, announcedPort, claim, release } from './claim.js';
import { DATABASE, ensureCluster, readPassword, ROLE } from './cluster.js';
import { clearTheWay } from './postmaster.js';
import { keepAlive } from './keep-alive.js';
import { explain } from './problem.js';
import { findRunner, type Runner } from './runner.js';
import { startServer } from './server.js';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Hears of the few things that take a moment or come as a surprise. */
  onLog?: (line: string) => void;
  /** Called whenever PostgreSQL is busy by itself for a while, so that whoever has other work can do it then. */
  meanwhile?: () => void;
}

export interface EmbeddedPostgres {
  url: string;
  /** Whether this start made the database. */
  created: boolean;
  /** Resolves when PostgreSQL ended by itself and could not be kept alive by starting it again. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of `<dataDir>/postgres`, making its files first where there are none. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await claim(dataDir);
  } catch (error) {
    throw explain(error, dataDir);
  }
  try {
    return await start(dataDir, options.onLog ?? (() => undefined), options.meanwhile);
  } catch (error) {
    await release(dataDir).catch(() => undefined);
    throw explain(error, dataDir);
  }
}

/** The address of the PostgreSQL that a running service keeps in the folder, or null. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const port = await announcedPort(resolve(dataDir));
  const password = port && (await readPassword(resolve(dataDir)));
  return port && password ? urlOf(port, password) : null;
}

async function start(
  dataDir: string,
  onLog: (line: string) => void,
  meanwhile?: () => void,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  const runner = await findRunner(await findBinaries(), cluster);
  await clearTheWay(cluster, onLog);
  const { created, password } = await ensureCluster(dataDir, cluster, runner, meanwhile);
  const server = await startServer(cluster, runner, { onLog, meanwhile });
  await announce(dataDir, server.port);
  const life = keepAlive(server, () => startAgain(cluster, runner, onLog, server.port), onLog);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= life.stop().then(() => release(dataDir)));
  return { url: urlOf(server.port, password), created, exited: life.exited, stop };
}

/** On the same port, for that is where its clients look for it. */
async function startAgain(cluster: string, runner: Runner, onLog: (line: string) => void, port: number) {
  // If it is the guardian that was killed, PostgreSQL is still there.
  await clearTheWay(cluster, () => undefined);
  return startServer(cluster, runner, { onLog, port });
}

const urlOf = (port: number, password: string) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
