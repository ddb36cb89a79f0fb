import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { findRunningPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { commandOf, identityOf } from './processes.js';

const SETTINGS = `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages`;

const PROJECT = join(import.meta.dirname, '../../../..');

describe('startEmbeddedPostgres', () => {
  let folder: string;
  let dataDir: string;
  let created: EmbeddedPostgres;
  let settingsOfTemporary: unknown[];
  const running: Array<{ stop(): Promise<unknown> }> = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nameyard embedded '));
    await writeService(join(folder, 'service.mjs'));
    dataDir = join(folder, 'data');
    // As if its creation was interrupted before.
    await mkdir(join(dataDir, 'postgres.new-0123'), { recursive: true });
    created = await startEmbeddedPostgres({ dataDir, isTemporary: true });
    settingsOfTemporary = await query(created.url, SETTINGS);
    await query(created.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await created.stop();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(each => each.stop()));
  });
  // The servers of killed services may still be shutting down.
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

  const start = async (path = dataDir): Promise<EmbeddedPostgres> => {
    const database = await startEmbeddedPostgres({ dataDir: path });
    running.push(database);
    return database;
  };

  /** Starts a service in a separate process, which can be killed. */
  const startService = async () => {
    const service = spawn(process.execPath, [join(folder, 'service.mjs'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const exited = new Promise<void>(resolve => service.once('exit', () => resolve()));
    const kill = async () => {
      service.kill('SIGKILL');
      await exited;
    };
    running.push({ stop: kill });
    await new Promise(resolve => service.stdout.once('data', resolve).once('end', resolve));
    return { pid: service.pid!, postmaster: await postmasterOf(dataDir), kill };
  };

  it('creates a cluster, also after an interrupted creation; temporary data does not wait for the disk', async () => {
    expect(created.created).toBe(true);
    expect(await readdir(dataDir)).not.toContain('postgres.new-0123');
    expect(await postmasterOf(dataDir)).toBeNull();
    expect(settingsOfTemporary).toEqual([{ fsync: 'off', pages: 'off' }]);
  });

  it('keeps the data across restarts, and waits for the disk', async () => {
    const { created: isCreated, url } = await start();
    expect(isCreated).toBe(false);
    expect(await query(url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    expect(await query(url, SETTINGS)).toEqual([{ fsync: 'on', pages: 'on' }]);
  });

  it('sorts by code point and converts the case of Unicode letters, independent of the system locale; requires the password', async () => {
    const { url } = await start();
    const sql = `SELECT string_agg(c, '' ORDER BY c) AS sorted, upper('ž') AS capital FROM unnest('{ž,a,B,Z}'::text[]) AS c`;
    expect(await query(url, sql)).toEqual([{ sorted: 'BZaž', capital: 'Ž' }]);
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('sets a new password when the old one is lost', async () => {
    await rm(join(dataDir, 'postgres.password'));
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('serves two folders at the same time', async () => {
    const copy = join(folder, 'copy');
    await cp(dataDir, copy, { recursive: true });
    const [one, other] = await Promise.all([start(), start(copy)]);
    await query(one.url, 'CREATE TABLE only_here ()');
    await expect(query(other.url, 'TABLE only_here')).rejects.toThrow(/does not exist/);
  });

  it('publishes its URL to other commands while it runs', async () => {
    expect(await findRunningPostgres(dataDir)).toBeNull();
    const database = await start();
    expect(await findRunningPostgres(dataDir)).toBe(database.url);
    await database.stop();
    expect(await findRunningPostgres(dataDir)).toBeNull();
  });

  it('leaves no process when the service is killed, and can be started again immediately', async () => {
    const service = await startService();
    await service.kill();
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await identityOf(service.postmaster!)).toBeNull();
  });

  it('stops the server when the service is killed and not started again', async () => {
    const service = await startService();
    await service.kill();
    await eventually(async () => (await identityOf(service.postmaster!)) === null);
  });

  it('stops a server whose service and watchdog were both killed', async () => {
    const service = await startService();
    process.kill(await parentOf(service.postmaster!), 'SIGKILL');
    await service.kill();
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await identityOf(service.postmaster!)).toBeNull();
  });

  it('restarts when its watchdog is killed', async () => {
    const { url } = await start();
    const postmaster = (await postmasterOf(dataDir))!;
    process.kill(await parentOf(postmaster), 'SIGKILL');
    await eventually(async () => (await postmasterOf(dataDir)) !== postmaster && (await isReachable(url)));
  });

  it('stops a server that is restarting', async () => {
    let onLog: (line: string) => void = () => {};
    const restarting = new Promise<void>(resolve => {
      onLog = line => line.includes('restarting it') && resolve();
    });
    const database = await startEmbeddedPostgres({ dataDir, onLog });
    running.push(database);
    process.kill((await postmasterOf(dataDir))!, 'SIGKILL');
    await restarting;
    await database.stop();
    // Checks for a second, because a restart that was not stopped starts its server after the old one has ended.
    const found: unknown[] = [];
    for (let poll = 0; poll < 50; poll++) {
      found.push(...(await watchdogs()));
      await sleep(20);
    }
    expect(found).toEqual([]);
  });

  it('ignores lock files left by a crash of the machine', async () => {
    // Their process IDs have been reused, here by this process.
    const [service, postmaster] = [join(dataDir, 'service.json'), join(dataDir, 'postgres/postmaster.pid')];
    await writeFile(service, JSON.stringify({ pid: process.pid, identity: 'an earlier boot', port: 5432 }));
    await writeFile(
      postmaster,
      `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
    );
    await writeFile(join(dataDir, 'service.json.partial'), '{');
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('restarts on the same port when it is killed while sessions are busy; stops after six exits, and resolves `exited`', async () => {
    const database = await start();
    const { url } = database;
    const sleeper = query(url, 'SELECT pg_sleep(60)').catch((error: Error) => error);
    const busy = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()`;
    await eventually(async () => (await query(url, busy)).length === 1);
    for (let exit = 1; exit <= 6; exit++) {
      const postmaster = (await postmasterOf(dataDir))!;
      process.kill(postmaster, 'SIGKILL');
      if (exit < 6) await eventually(async () => (await postmasterOf(dataDir)) !== postmaster && isReachable(url));
    }
    expect(await sleeper).toBeInstanceOf(Error);
    await expect(database.exited).resolves.not.toBeUndefined();
  });

  it('rejects a cluster of another PostgreSQL version', async () => {
    const file = join(dataDir, 'postgres/PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '15\n');
    try {
      await expect(start()).rejects.toThrow(
        /created by PostgreSQL 15, but this is PostgreSQL 18; move the folder away/,
      );
    } finally {
      await writeFile(file, version);
    }
  });

  it('rejects a folder that another service uses', async () => {
    const service = await startService();
    await expect(start()).rejects.toThrow(
      `Nameyard already runs on ${dataDir} (process ${service.pid}); stop it, or set DATA_DIR to another folder`,
    );
    expect(await identityOf(service.postmaster!)).not.toBeNull();
  });

  it('rejects a data folder that is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(start(join(folder, 'file'))).rejects.toThrow(/is not a folder; set DATA_DIR/);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isReachable = (url: string) =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

async function postmasterOf(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => null);
  return text === null ? null : Number(text.split('\n')[0]);
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]);
}

/** Command lines of the watchdogs that this process has started. */
async function watchdogs(): Promise<(string | null)[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  const commands = await Promise.all(
    children
      .trim()
      .split(' ')
      .map(pid => commandOf(Number(pid))),
  );
  return commands.filter(command => command?.includes('watchdog.mjs'));
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 40_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('The condition did not become true in time');
    await sleep(20);
  }
}

/** The service imports the build, because Node does not run TypeScript. */
async function writeService(file: string): Promise<void> {
  const built = pathToFileURL(join(PROJECT, 'dist/libs/platform/database/embedded/embedded-postgres.js'));
  await writeFile(
    file,
    `import { startEmbeddedPostgres } from '${built.href}';
     const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] });
     console.log(url);`,
  );
}
