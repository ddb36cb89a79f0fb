import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { registerCleanup } from '../support/cleanup.js';
import { createDatabase } from '../support/database.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { processTree } from './process-table.js';
import { Program } from './program.js';
import { waitFor } from '../support/eventually.js';

const EMBEDDED = pathToFileURL(join(ROOT, 'dist/libs/platform/database/embedded/embedded-postgres.js')).href;

/** Runs PostgreSQL until standard input closes, so that it stops with the tests, even if they crash. */
const KEEPER = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(EMBEDDED)});
  // Tests kill processes but never the operating system, so PostgreSQL can run without fsync.
  const postgres = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, isTemporary: true });
  console.log(postgres.url);
  process.on('SIGTERM', () => {});
  process.stdin.resume().on('end', () => postgres.stop().then(() => process.exit()));
`;

/** Copies an empty cluster into a new data directory, which takes a tenth of the time of creating one. */
export function folderWithPostgres(name = 'data'): string {
  const folder = join(temporaryFolder(), name);
  // Not `cpSync`: it does not copy the mode of folders in Node.js 22 and 24, and PostgreSQL requires 0700.
  execFileSync('cp', ['-R', process.env['TEST_EMPTY_CLUSTER'] ?? '', folder]);
  return folder;
}

export interface Database {
  readonly url: string;
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** Creates a database on the PostgreSQL of the run, with all tables by default, for tests that leave the server itself alone. */
export async function startDatabase(options: { isEmpty?: boolean } = {}): Promise<Database> {
  const { url, pool, drop } = await createDatabase(options);
  registerCleanup(drop);
  return {
    url,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
  };
}

/** A database of a server that can stop at any time. */
function databaseAt(url: string): Database {
  // Polls use it many times a second, and opening a connection costs far more than their queries.
  const pool = new pg.Pool({ connectionString: url, application_name: 'the test', idleTimeoutMillis: 1_000 });
  pool.on('error', () => {}); // the server stopped; the next query connects again
  registerCleanup(() => pool.end());
  return {
    url,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
  };
}

/** Starts a separate server with an empty cluster. Takes about a second of CPU time. */
export async function startPostgres(dataDir = folderWithPostgres()): Promise<Postgres> {
  const keeper = new Program(process.execPath, ['--input-type=module', '-e', KEEPER], { DATA_DIR: dataDir });
  await keeper.waitForOutput(/^postgres:\S+$/m);
  const postgres = new Postgres(keeper, join(dataDir, 'postgres'), keeper.stdout.trim());
  registerCleanup(() => postgres.end());
  return postgres;
}

/** A PostgreSQL server that the test can stop, pause and restart on the same address. */
export class Postgres {
  private server: Program | undefined;
  private readonly commandLine: string[];
  private paused: number[] = [];
  /** Polls use it many times a second, and opening a connection costs far more than their queries. */
  private readonly pool: pg.Pool;

  constructor(
    private readonly keeper: Program,
    private readonly cluster: string,
    readonly url: string,
  ) {
    // PostgreSQL records its command line there: the program, then each argument in quotes.
    const noted = readFileSync(join(cluster, 'postmaster.opts'), 'utf8').trim();
    this.commandLine = [noted.split(' "', 1)[0]!, ...[...noted.matchAll(/"([^"]*)"/g)].map(match => match[1]!)];
    this.pool = new pg.Pool({ connectionString: url, application_name: 'the test', idleTimeoutMillis: 1_000 });
    this.pool.on('error', () => {}); // the server stopped; the next query connects again
  }

  /** Creates another database, which is empty. */
  async createDatabase(name: string): Promise<Database> {
    await this.query(`CREATE DATABASE ${name}`);
    const url = new URL(this.url);
    url.pathname = name;
    return databaseAt(url.href);
  }

  async query<Row extends object = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  /** Freezes the server: it accepts connections but never responds. */
  pause(): void {
    // The postmaster first: otherwise it could start a process for a new connection after the others were listed.
    this.paused = [this.pid()];
    process.kill(this.pid(), 'SIGSTOP');
    for (const pid of processTree(this.pid()).filter(child => child !== this.pid())) {
      this.paused.push(pid);
      process.kill(pid, 'SIGSTOP');
    }
  }

  resume(): void {
    for (const pid of this.paused.splice(0)) process.kill(pid, 'SIGCONT');
  }

  /** Stops the server with a fast shutdown (SIGINT), or like a crash (SIGQUIT), and waits for all its processes. */
  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.pid();
    const family = processTree(server);
    if (!this.keeper.hasExited) await this.killKeeper();
    process.kill(server, signal);
    await waitFor('PostgreSQL to end', () => family.every(pid => processTree(pid).length === 0));
  }

  /** Without the keeper, nothing restarts the server after a crash, or stops it in another way. */
  private async killKeeper(): Promise<void> {
    // Stopped first, because the keeper would restart the server after the end of its watchdog, and the watchdog would
    // stop the server after the end of the keeper.
    this.keeper.signal('SIGSTOP');
    const watchdogs = processTree(this.keeper.pid).filter(pid => processTree(pid).includes(this.pid()));
    for (const signal of ['SIGSTOP', 'SIGKILL'])
      for (const pid of watchdogs) if (pid !== this.pid()) process.kill(pid, signal);
    await this.keeper.exited;
  }

  /** Starts the stopped server again on the same port. */
  async startAgain(): Promise<void> {
    const [command = '', ...args] = this.commandLine;
    const { uid, gid } = statSync(this.cluster);
    const user = process.getuid?.() === 0 ? { uid, gid } : {};
    // The cleanup of Postgres itself stops the server, after the processes that use it.
    const options = { cwd: this.cluster, ...user, managedElsewhere: true };
    this.server = new Program(command, args, { LC_ALL: 'C' }, options);
    await waitFor('PostgreSQL to be back', () => this.query('SELECT 1').catch(() => null));
  }

  async end(): Promise<void> {
    this.resume();
    if (!this.pool.ending) await this.pool.end();
    await this.server?.end('SIGINT');
    await this.release();
  }

  private async release(): Promise<void> {
    this.keeper.closeInput();
    await this.keeper.exited;
  }

  private pid(): number {
    return Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}
