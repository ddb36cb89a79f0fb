import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { registerCleanup } from '../support/cleanup.js';
import { type Environment, runCli, runCommand, startService } from '../processes/nameyard.js';
import { createDatabase } from '../support/database.js';
import { CLI, freePort, temporaryFolder } from '../support/paths.js';
import { folderWithPostgres } from '../processes/postgres.js';
import type { Exit } from '../processes/program.js';

/** Expects one line that names the problem, exit code 1, no stack trace and no banner. */
function expectRefusal({ code, stdout, stderr }: Exit, words: string[]): void {
  const lines = stderr.split('\n').filter(line => line !== '');
  expect(lines).toHaveLength(1);
  for (const word of words) expect(lines[0]).toContain(word);
  expect(lines[0]).not.toMatch(/Error:| at .*:\d+:\d+/);
  expect(code).toBe(1);
  expect(stdout).toBe('');
}

/** Runs `start` in a new directory and expects it to write nothing there. Pass `runCli` for a process of its own. */
async function start(env: Environment, run = runCommand): Promise<Exit> {
  const folder = temporaryFolder();
  const exit = await run(['start'], { PORT: String(await freePort()), DATA_DIR: folder, ...env });
  expect(readdirSync(folder)).toEqual([]);
  return exit;
}

async function startOnUsedPort(setting: string): Promise<Exit> {
  const other = createServer();
  registerCleanup(() => other.close());
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  return start({ [setting]: String((other.address() as AddressInfo).port) }, runCli);
}

/** Root may write to any directory on disk, so root tries one of the kernel's. */
async function startInLockedFolder(): Promise<Exit> {
  if (process.getuid?.() === 0) return start({ DATA_DIR: '/sys/locked' });
  const locked = join(temporaryFolder(), 'locked');
  mkdirSync(locked, { mode: 0o555 });
  return start({ DATA_DIR: locked });
}

async function startWithoutDatabase(): Promise<Exit> {
  return start({ DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x` }, runCli);
}

const WRONG = {
  PORT: 'abc',
  DATABASE_URL: 'mysql://root:hunter2@localhost/x',
  DEFAULT_RATE_LIMIT: 'lots',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'perhaps',
  TRUSTED_PROXIES: '10.0.0.0/8, everyone',
};
const WRONG_NAMES = Object.keys(WRONG).map(name => `${name} must be`);

const CASES: [title: string, attempt: () => Promise<Exit>, words: string[]][] = [
  ['every invalid variable', () => start(WRONG), WRONG_NAMES],
  ['BOOTSTRAP_API_KEY when it is not a key', () => start({ BOOTSTRAP_API_KEY: 'junk' }), ['BOOTSTRAP_API_KEY must be']],
  [
    'BOOTSTRAP_OPERATOR_EMAIL when it is not an email address',
    () => start({ BOOTSTRAP_OPERATOR_EMAIL: 'root' }),
    ['BOOTSTRAP_OPERATOR_EMAIL', 'email address'],
  ],
  [
    'BOOTSTRAP_OPERATOR_PASSWORD when it is too short',
    () => start({ BOOTSTRAP_OPERATOR_PASSWORD: 'hunter2' }),
    ['BOOTSTRAP_OPERATOR_PASSWORD', '12 to 128'],
  ],
  [
    'BOOTSTRAP_OPERATOR_PASSWORD when it is common',
    () => start({ BOOTSTRAP_OPERATOR_PASSWORD: 'hunter2hunter2' }),
    ['BOOTSTRAP_OPERATOR_PASSWORD', 'is a common password', 'use several unrelated words'],
  ],
  ['PORT when it is in use', () => startOnUsedPort('PORT'), ['change PORT', 'in use']],
  ['METRICS_PORT when it is in use', () => startOnUsedPort('METRICS_PORT'), ['change METRICS_PORT', 'in use']],
  ['DATABASE_URL when the server is unreachable', startWithoutDatabase, ['DATABASE_URL', '127.0.0.1:', 'ECONNREFUSED']],
  ['DATA_DIR when it is a file', () => start({ DATA_DIR: CLI }), ['DATA_DIR', CLI]],
  ['DATA_DIR when it cannot exist', () => start({ DATA_DIR: '/proc/nope' }), ['DATA_DIR', '/proc/nope']],
  ['DATA_DIR when it is not writable', startInLockedFolder, ['DATA_DIR', 'locked']],
];

describe('rejected start names', () => {
  const exits = new Map<string, Promise<Exit>>();

  // Concurrently, because processes take long to load.
  beforeAll(() => {
    for (const [title, attempt] of CASES) exits.set(title, attempt());
  });

  for (const [title, , words] of CASES)
    it(title, async () => {
      const exit = await exits.get(title)!;
      expectRefusal(exit, words);
      expect(exit.stdout + exit.stderr).not.toContain('hunter2');
    });
});

describe('a second service on the same DATA_DIR', () => {
  it('is rejected, and the first keeps running', async () => {
    const dataDir = folderWithPostgres();
    const running = await startService({ DATA_DIR: dataDir });
    expectRefusal(await start({ DATA_DIR: dataDir }, runCli), ['already runs', 'DATA_DIR']);
    expect((await running.client().search('example.com')).status).toBe(200);
  });
});

describe('a service that fails after its database has started', () => {
  it('ends with the error', async () => {
    const exit = await runCli(['start'], { DATA_DIR: folderWithPostgres(), PORT: '0', METRICS_HOST: '192.0.2.1' });
    expect(exit.stderr).toContain('Cannot listen on METRICS_HOST 192.0.2.1');
    expect(exit.code).toBe(1);
  });
});

describe('a database of another application', () => {
  it('is rejected and left unchanged', async () => {
    const { url, pool, drop } = await createDatabase({ isEmpty: true });
    registerCleanup(drop);
    await pool.query('CREATE SCHEMA orders; CREATE TABLE orders.invoices (id int)');
    expectRefusal(await start({ DATABASE_URL: url }, runCli), ['DATABASE_URL', 'orders']);
    const { rows: schemas } = await pool.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
    );
    expect(schemas.map(({ name }) => name)).toEqual(['orders', 'public']);
  });
});
