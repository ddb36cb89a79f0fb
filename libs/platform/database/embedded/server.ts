import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull, EmbeddedPostgresError, findErrorLine, ifMissing } from './errors.js';
import { clusterName, readPostmaster } from './postmaster.js';
import { dataArgument, minimalEnvironment, type Runner } from './runner.js';

export interface Server {
  port: number;
  /** Resolves to the exit code. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

/** After a crash, PostgreSQL replays its write-ahead log, which takes minutes on a slow disk. */
const TIMEOUT_MS = 300_000;
const REPORT_AFTER_MS = 3_000;
const MAX_ATTEMPTS = 8;

/** Tuned for a single service on a laptop. Commits are durable. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_buffers: '16MB',
  checkpoint_timeout: '15min',
  max_wal_senders: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  // `log` ranks above `error`: the service reports failed statements, which could fill the disk here.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** For tests: commits do not wait for the disk, and there are enough connections for the pools of all Jest workers. */
const TEMPORARY_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '1000' };

/**
 * Starts PostgreSQL with a watchdog, and waits until it accepts connections on `port`, or on a free port if none is given.
 * Gives up when `stopping` is aborted before that.
 */
export async function startServer(runner: Runner, port?: number, stopping?: AbortSignal): Promise<Server> {
  const { cluster } = runner;
  const log = await openLog(`${cluster}.log`);
  let server: Launched | undefined;
  const stop = () => void server?.stop();
  stopping?.addEventListener('abort', stop);
  try {
    for (let attempt = 1; ; attempt++) {
      server = await launch(runner, port ?? (await findFreePort()), log.fd);
      runner.onSpawn?.();
      if (stopping?.aborted) stop();
      if (await becomesReady(runner, server)) return server;
      await server.stop();
      const line = findErrorLine(await readFile(`${cluster}.log`, 'utf8'));
      // Another program may have taken the port since, and backends of a killed server may still be running.
      const isRetryable = /could not create any TCP\/IP sockets|pre-existing shared memory block/.test(line);
      if (!isRetryable || stopping?.aborted || attempt === MAX_ATTEMPTS) throw startFailed(cluster, line);
      if (line.includes('shared memory')) await sleep(1_000);
    }
  } finally {
    stopping?.removeEventListener('abort', stop);
    await log.close();
  }
}

interface Launched extends Server {
  /** Process ID of PostgreSQL; null if it did not start. */
  pid: Promise<number | null>;
  watchdog: ChildProcess;
}

async function launch(runner: Runner, port: number, log: number): Promise<Launched> {
  const { cluster } = runner;
  const settings = {
    ...SETTINGS,
    ...(runner.isTemporary && TEMPORARY_SETTINGS),
    port: String(port),
    cluster_name: await clusterName(cluster),
  };
  const args = ['-D', dataArgument(runner, cluster)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const task = { command: runner.binaries.postgres, args, ...runner.user, cwd: cluster, env: minimalEnvironment() };
  // A separate process group, so that Ctrl-C in the terminal reaches the service but not its database.
  const watchdog = spawn(process.execPath, [join(import.meta.dirname, 'watchdog.mjs'), JSON.stringify(task)], {
    detached: true,
    windowsHide: true,
    cwd: '/',
    env: minimalEnvironment(),
    stdio: ['pipe', 'pipe', log],
  });
  watchdog.stdin!.on('error', () => undefined);
  const exited = new Promise<number | null>(resolve =>
    watchdog.once('exit', resolve).once('error', () => resolve(null)),
  );
  const pid = new Promise<number | null>(resolve => {
    watchdog
      .stdout!.once('data', (line: Buffer) => resolve(Number(line.toString()) || null))
      .once('end', () => resolve(null));
  });
  const stop = async () => {
    watchdog.stdin!.end();
    await exited;
  };
  return { port, exited, stop, pid, watchdog };
}

/** Polls postmaster.pid, which is cheaper than trying to connect. */
async function becomesReady({ cluster, onLog }: Runner, { pid, watchdog }: Launched): Promise<boolean> {
  const expectedPid = await pid;
  const startedAt = performance.now();
  let reported = false;
  while (expectedPid !== null && watchdog.exitCode === null && watchdog.signalCode === null) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.pid === expectedPid && postmaster.ready) return true;
    const waited = performance.now() - startedAt;
    if (waited > TIMEOUT_MS) return false;
    if (waited > REPORT_AFTER_MS && !reported)
      onLog(`Waiting for PostgreSQL to recover from a crash; see ${cluster}.log`);
    reported = waited > REPORT_AFTER_MS;
    await sleep(5);
  }
  return false;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

/** Opens an empty log, and keeps the previous one as `.1`. */
async function openLog(path: string) {
  await rename(path, `${path}.1`).catch(ifMissing(undefined));
  return open(path, 'a', 0o600);
}

const startFailed = (cluster: string, line: string) =>
  line.includes('No space left')
    ? diskFull(cluster)
    : new EmbeddedPostgresError(`PostgreSQL did not start: ${line}; see ${cluster}.log`);
