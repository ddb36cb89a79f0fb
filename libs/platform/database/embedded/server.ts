import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterName, readPostmaster } from './postmaster.js';
import { EmbeddedPostgresProblem, isMissing, mostTellingLine } from './problem.js';
import { bareEnvironment, dataArgument, type Runner } from './runner.js';

export interface Server {
  port: number;
  /** How the server ended, when it has. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

interface Way {
  onLog: (line: string) => void;
  /** Called while PostgreSQL starts. */
  meanwhile?: () => void;
  /** A free one unless it is named. */
  port?: number;
}

/** After a crash PostgreSQL first repeats what its log holds, which takes a while on a slow disk. */
const PATIENCE_MS = 300_000;
const WORTH_A_WORD_MS = 3_000;
const ATTEMPTS = 8;

/** For one laptop and one service: quick, and still nothing that was committed is ever lost. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_wal_senders: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  // A refused statement is for the service to report. Left out here, they cannot fill the disk.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** Starts PostgreSQL under a guardian and waits until it accepts connections. */
export async function startServer(cluster: string, runner: Runner, { onLog, meanwhile, port }: Way): Promise<Server> {
  const log = await freshLog(`${cluster}.log`);
  try {
    for (let attempt = 1; ; attempt++) {
      const server = await launch(cluster, runner, port ?? (await freePort()), log.fd);
      meanwhile?.();
      if (await isReady(cluster, server, onLog)) return server;
      await server.stop();
      const line = mostTellingLine(await readFile(`${cluster}.log`, 'utf8'));
      // The port may be taken between our look and PostgreSQL's, and the last backends of a killed server may linger.
      const passes = /could not create any TCP\/IP sockets|pre-existing shared memory block/.test(line);
      if (!passes || attempt === ATTEMPTS) throw didNotStart(cluster, line);
      if (line.includes('shared memory')) await sleep(1_000);
    }
  } finally {
    await log.close();
  }
}

interface Launched extends Server {
  pid: Promise<number | null>;
  child: ChildProcess;
}

async function launch(cluster: string, runner: Runner, port: number, log: number): Promise<Launched> {
  const settings = { ...SETTINGS, port: String(port), cluster_name: await clusterName(cluster) };
  const args = ['-D', dataArgument(runner, cluster)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const task = { command: runner.binaries.postgres, args, ...runner.user, cwd: cluster, env: bareEnvironment() };
  // A group of its own, so that Ctrl-C in the terminal reaches the service and not its database.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guardian.mjs'), JSON.stringify(task)], {
    detached: true,
    windowsHide: true,
    cwd: '/',
    env: bareEnvironment(),
    stdio: ['pipe', 'pipe', log],
  });
  child.stdin!.on('error', () => undefined);
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve).once('error', () => resolve(null)));
  const pid = new Promise<number | null>(resolve => {
    child
      .stdout!.once('data', (line: Buffer) => resolve(Number(line.toString()) || null))
      .once('end', () => resolve(null));
  });
  const stop = async () => {
    child.stdin!.end();
    await ended;
  };
  return { port, ended, stop, pid, child };
}

/** PostgreSQL writes into its pid file that it is ready, which costs less to watch than trying to connect. */
async function isReady(cluster: string, { pid, child }: Launched, onLog: (line: string) => void): Promise<boolean> {
  const mine = await pid;
  const startedAt = performance.now();
  let told = false;
  while (mine !== null && child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.pid === mine && postmaster.ready) return true;
    const waited = performance.now() - startedAt;
    if (waited > PATIENCE_MS) return false;
    if (waited > WORTH_A_WORD_MS && !told)
      onLog(`Waiting for PostgreSQL, which recovers from a crash; see ${cluster}.log`);
    told = waited > WORTH_A_WORD_MS;
    await sleep(5);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}

/** The log of this run; that of the run before is kept beside it. */
async function freshLog(path: string) {
  await rename(path, `${path}.1`).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return open(path, 'a', 0o600);
}

const didNotStart = (cluster: string, line: string) =>
  new EmbeddedPostgresProblem(
    /No space left/.test(line)
      ? `The disk of ${cluster} is full; free some space, or set DATA_DIR to another folder`
      : `PostgreSQL did not start: ${line}; see ${cluster}.log`,
  );
