/** The servers that the benchmark compares. Each is started on first use and then kept. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPool, prepareTenant } from './database.mjs';
import { expectProduct, FLOOR, MOCK } from './requests.mjs';
import {
  BENCH,
  Child,
  freePort,
  logProgress,
  newFolder,
  PEERS,
  programOf,
  registerCleanup,
  ROOT,
  waitFor,
} from './stage.mjs';

/** The product's embedded PostgreSQL alone; loading the whole platform would take a second. */
const EMBEDDED = join(ROOT, 'dist/libs/platform/database/embedded/embedded-postgres.js');
const { findRunningPostgres, startEmbeddedPostgres } = await import(pathToFileURL(EMBEDDED).href);

const cli = (root, ...args) => [process.execPath, ...args, join(root, 'dist/apps/cli/main.js')];

const started = new Map();

/** Starts something under a name, once. */
export function once(name, start) {
  if (!started.has(name))
    started.set(
      name,
      start().then(result => {
        logProgress(`${name} started`);
        return result;
      }),
    );
  return started.get(name);
}

/**
 * Starts `nameyard start` with all defaults: embedded PostgreSQL, log, limits, usage and webhooks.
 * @param {string} [options.root] another checkout, which is built
 * @param {number} [options.owned] number of registrations that the tenant has
 */
export async function startProduct(name, { root = ROOT, nodeArgs = [], owned, ...options } = {}) {
  // JSON logs, as in containers: formatting log lines for people costs a fifth of the CPU time of a search.
  const env = { NODE_ENV: 'production', DATA_DIR: newFolder(), PORT: '0', ...options.env };
  const child = new Child(name, [...cli(root, ...nodeArgs), 'start'], { env });
  const [, origin] = await child.waitForOutput(/base URL +(http:\S+)\/api\/v1$/m);
  const database = openPool(await findRunningPostgres(env.DATA_DIR));
  const contents = await prepareTenant(database, owned);
  return { ...contents, origins: [origin], pids: [child.pid], expected: await expectProduct(origin), env, root, child };
}

/** The product with a webhook receiver for its first tenant. */
export const product = (name = 'nameyard', options = async () => ({})) =>
  once(name, async () => {
    const [server, receiver] = await Promise.all([startProduct(name, await options()), startReceiver()]);
    const args = ['webhooks', 'add', '--tenant', server.callers[0].tenant.slug, '--url', receiver.url, '--json'];
    const added = await new Child('webhooks add', [...cli(server.root), ...args], { env: server.env }).waitForExit();
    receiver.secret = JSON.parse(added).secret;
    return { ...server, receiver };
  });

export const productOnRedis = () => product('nameyard on Redis', async () => ({ env: { REDIS_URL: await redis() } }));

/** The product without a part that no setting turns off: `usage` (the request log) or `test-control` (injected faults). */
export async function productWithout(part) {
  const without = `${pathToFileURL(join(BENCH, 'programs/without.mjs'))}?${part}`;
  const server = await product(`nameyard without ${part}`, async () => ({ nodeArgs: ['--import', without] }));
  if (!server.child.output.includes(`without ${part}\n`))
    throw new Error(`The bundle has no code of ${part} to leave out`);
  return server;
}

async function startReceiver() {
  const child = new Child('receiver', programOf('receiver'));
  const [origin] = await child.waitForOutput(/^http:\S+$/m);
  return {
    url: `${origin}/hook`,
    secret: '',
    /** Verifies the messages since the last report. */
    async report() {
      return (await fetch(`${origin}/report`, { method: 'POST', body: this.secret })).json();
    },
  };
}

/** A PostgreSQL like the product's, with its tables and first tenant. Returns its URL. */
async function startPostgres() {
  const postgres = await startEmbeddedPostgres({ dataDir: newFolder() });
  registerCleanup(() => postgres.stop());
  await migrate(postgres.url);
  return postgres.url;
}

export const migrate = url =>
  new Child('migrate', [...cli(ROOT), 'migrate'], { env: { DATABASE_URL: url, DATA_DIR: newFolder() } }).waitForExit();

/** The floor, a minimal Fastify server, with its own PostgreSQL, with the same settings, tables and rows as the product's. */
export const floor = () =>
  once('floor', async () => {
    const url = await startPostgres();
    const contents = await prepareTenant(openPool(url));
    await contents.database.query('DELETE FROM platform.consumers'); // nothing runs here that would move their cursors
    const child = new Child('floor', programOf('floor', url, contents.callers[0].tenant.id));
    const [origin] = await child.waitForOutput(/^http:\S+$/m);
    return { ...contents, origins: [origin], pids: [child.pid], expected: FLOOR, url };
  });

/** Several API processes and a worker on one PostgreSQL, and Redis if available. */
export async function startDistributed(apis) {
  const DATABASE_URL = await startPostgres();
  const env = { DATABASE_URL, DATA_DIR: newFolder(), ...(noRedis ? {} : { REDIS_URL: await redis() }) };
  const main = app => [process.execPath, join(ROOT, `dist/apps/${app}/main.js`)];
  await new Child('worker', main('worker'), { env }).waitForOutput(/worker started/);
  const [origins, pids] = [[], []];
  for (let number = 1; number <= apis; number++) {
    const PORT = String(await freePort());
    pids.push(new Child(`api ${number}`, main('api'), { env: { ...env, PORT } }).pid);
    origins.push(`http://127.0.0.1:${PORT}`);
  }
  const isReady = origin =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const origin of origins) await waitFor(`${origin} is ready`, () => isReady(origin));
  const contents = await prepareTenant(openPool(DATABASE_URL));
  return { ...contents, origins, pids, expected: await expectProduct(origins[0]) };
}

/** Why Redis is missing, if it is. */
export const noRedis = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return undefined;
  } catch {
    return 'there is no redis-server here';
  }
})();

/** A Redis without persistence. Returns its URL. */
export const redis = () =>
  once('redis', async () => {
    const port = await freePort();
    const settings = { port, bind: '127.0.0.1', dir: newFolder(), save: '', appendonly: 'no' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    await new Child('redis', ['redis-server', ...args]).waitForOutput(/Ready to accept connections/);
    return `redis://127.0.0.1:${port}`;
  });

const bin = name => join(PEERS, 'node_modules/.bin', name);

/** Mock servers of the product's OpenAPI document, which people use instead of a sandbox. */
const MOCKS = {
  prism: {
    package: '@stoplight/prism-cli',
    command: (document, port) => [bin('prism'), 'mock', '--port', port, document],
    started: /Prism is listening/,
  },
  mockoon: {
    package: '@mockoon/cli',
    command: (document, port) => [
      bin('mockoon-cli'),
      'start',
      '--data',
      document,
      '--hostname',
      '127.0.0.1',
      '--port',
      port,
      '--disable-log-to-file',
    ],
    started: /Server started/,
  },
  scalar: {
    package: '@scalar/mock-server',
    command: (document, port) => [process.execPath, join(PEERS, 'scalar.mjs'), document, port],
    started: /^http:\S+$/m,
  },
};

/** Why a mock is missing, if it is. */
export const missingMock = name =>
  existsSync(join(PEERS, 'node_modules', MOCKS[name].package)) ? undefined : 'npm could not install it';

export const mock = name =>
  once(name, async () => {
    const { origins, callers } = await product();
    const folder = newFolder();
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${origins[0]}/docs/openapi.json`)).text());
    const port = String(await freePort());
    const child = new Child(name, MOCKS[name].command(document, port), { env: { HOME: folder } });
    await child.waitForOutput(MOCKS[name].started);
    return { origins: [`http://127.0.0.1:${port}`], pids: [child.pid], callers, expected: MOCK, owned: 0 };
  });
