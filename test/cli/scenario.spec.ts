import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { Program } from '../processes/program.js';
import { type Environment, newKey, runCommand, runCliJson, type Service, startService } from '../processes/nameyard.js';
import { registerCleanup } from '../support/cleanup.js';
import { waitFor } from '../support/eventually.js';
import { startDatabase } from '../processes/postgres.js';
import { CLI, temporaryFolder } from '../support/paths.js';

const env: Environment = { DATA_DIR: temporaryFolder() };
let service: Service;
let key: string;

beforeAll(async () => {
  env['DATABASE_URL'] = (await startDatabase()).url;
  service = await startService(env);
  ({ key } = await newKey(env));
});

const list = (...args: string[]) => runCliJson<Scenario[]>(['scenario', 'list', ...args], {});
const run = (args: string[], variables: Environment = { NAMEYARD_KEY: key }) =>
  runCommand(['scenario', 'run', ...args, '--url', service.origin], variables);

interface Row {
  /** Slug; only of worlds. */
  tenant?: string;
  created_at: string;
  expires_at: string;
  status?: string;
}

async function read(path: string, value: string, tenant = 'demo') {
  const headers = { Authorization: `Bearer ${value}`, 'X-Tenant': tenant };
  const response = await fetch(`${service.origin}/api/v1/sandbox/${path}`, { headers });
  return ((await response.json()) as { data: Record<string, Row[]> }).data;
}

/** A function that lists the worlds and rules of a tenant. */
const createdBy = (value: string) => async () => {
  const [{ worlds = [] }, { faults = [] }] = await Promise.all([
    read('control/worlds', value),
    read('control/faults', value),
  ]);
  return [...worlds, ...faults];
};

/** Plays all scenarios until one has created a world. */
async function runUntil(created: () => Promise<Row[]>, command: string[]) {
  const args = [...command, '--url', service.origin];
  const program = new Program(process.execPath, [CLI, ...args], { NAMEYARD_KEY: key });
  const found = await waitFor('a world', async () => {
    const rows = await created();
    return rows.some(({ tenant }) => tenant !== undefined) ? rows : undefined;
  });
  return { program, found };
}

describe('nameyard scenario list', () => {
  it('lists the scenarios of the service, without a running one', async () => {
    const response = await fetch(`${service.origin}/docs/scenarios.json`);
    expect(await list()).toEqual(await response.json());
  });

  it('lists those of an operation with their outcomes', async () => {
    const { code, stdout } = await runCommand(['scenario', 'list', '--operation', 'renew'], {});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^renew\.TERM_TOO_LONG +422 TERM_TOO_LONG +The registration would expire more than/m);
    expect(stdout).toMatch(/^renew\.fault\.reset +connection reset +Nothing happens/m);
    expect(stdout).not.toContain('checkout.');
  });

  it('rejects an unknown operation', async () => {
    const { code, stderr } = await runCommand(['scenario', 'list', '--operation', 'buy'], {});
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/Allowed choices are search, check, order/),
    });
  });
});

describe('nameyard scenario run', () => {
  it('plays the named scenarios, also with the key in the former variable NAMEYARD_API_KEY', async () => {
    const { code, stdout, stderr } = await run(['order.retry', 'search.fault.truncate'], { NAMEYARD_API_KEY: key });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '2 passed, 0 failed\n',
      stderr: '2 of 2 scenarios played\n',
    });
  });

  it('finds the running service through DATABASE_URL', async () => {
    const variables = { DATABASE_URL: env['DATABASE_URL']!, NAMEYARD_KEY: key };
    const { code, stdout } = await runCommand(['scenario', 'run', 'search.taken.word'], variables);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 passed, 0 failed\n' });
  });

  it('plays all scenarios of an operation, and prints the results as JSON', async () => {
    const { code, stdout, stderr } = await run(['--operation', 'renew', '--json', '--key', key], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const results = JSON.parse(stdout) as PlayedScenario[];
    expect(results.map(({ id }) => id)).toEqual((await list('--operation', 'renew')).map(({ id }) => id));
    expect(results.every(({ passed }) => passed)).toBe(true);
  });

  it('shows the expected next to the actual outcome of a failure', async () => {
    const limited = await newKey(env, 'demo', '--permissions', 'sandbox.search');
    const { code, stdout } = await run(['search.taken.word', 'order.DOMAIN_TAKEN.word', 'getOrder.created'], {
      NAMEYARD_KEY: limited.key,
    });
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        'order.DOMAIN_TAKEN.word failed:',
        '  status must be 409, but is 403.',
        '  code must be "DOMAIN_TAKEN", but is "PERMISSION_DENIED".',
        expect.stringMatching(/^expected +actual$/),
        expect.stringMatching(/^409 DOMAIN_TAKEN +403 PERMISSION_DENIED$/),
        '',
        'getOrder.created failed:',
        '  status must be that of a success, but is 403.',
        '  code must be absent, but is "PERMISSION_DENIED".',
        expect.stringMatching(/^expected +actual \(call 0 of given\)$/),
        expect.stringMatching(/^success +403 PERMISSION_DENIED$/),
        '',
        '1 passed, 2 failed',
      ],
    });
  });

  it('removes the worlds and rules that it has created, also after Ctrl-C', async () => {
    const created = createdBy(key);
    expect((await run(['addFault.added', 'search.fault.rule', 'createWorld.created', 'getWorld.empty'])).code).toBe(0);
    expect(await created()).toEqual([]);
    for (const command of [['scenario', 'run', '--all'], ['conform']]) {
      const { program } = await runUntil(created, command);
      program.signal('SIGINT');
      const { code, stdout } = await program.exited;
      expect([code, stdout]).toEqual([130, '']);
      expect(await created()).toEqual([]);
    }
  });

  it('leaves only worlds and rules that end within a minute when it is killed', async () => {
    const created = createdBy(key);
    const { program, found } = await runUntil(created, ['scenario', 'run', '--all']);
    program.signal('SIGKILL');
    await program.exited;
    for (const { created_at, expires_at } of [...found, ...(await created())])
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
  });

  it.each([
    [[], 'Name the scenarios to play, or add --all'],
    [['order.nothing'], 'There is no scenario "order.nothing"'],
    [['search.taken.word', '--url', 'sandbox'], 'It must be the address of a service'],
    [['search.taken.word', '--key', 'secret'], 'Malformed API key'],
    [['search.taken.word', '--key', ' '], 'Specify a key with --key or NAMEYARD_KEY'],
    [['search.taken.word', '--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 cannot be reached'],
  ])('rejects %j', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(['scenario', 'run', ...args], { NAMEYARD_KEY: key });
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
  });
});

interface Conformance {
  passed: number;
  failed: number;
  not_supported: string[];
  results: PlayedScenario[];
}

interface Answer {
  status: number;
  // oxlint-disable-next-line no-explicit-any -- any response of the service
  body: any;
}

/** An implementation that answers as the service does, except for what `change` changes. */
const implementation =
  (change: (request: IncomingMessage, answer: Answer) => void): RequestListener =>
  async (request, response) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const { method = '', url = '' } = request;
    const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request));
    const original = await fetch(service.origin + url, { method, headers: headers as Record<string, string>, body });
    const changed: Answer = { status: original.status, body: await original.json() };
    change(request, changed);
    const copied = new Headers(original.headers);
    for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])
      copied.delete(name);
    response.setHeaders(copied).writeHead(changed.status).end(JSON.stringify(changed.body));
  };

async function start(listener: RequestListener): Promise<string> {
  const server = createServer({ maxHeaderSize: 65_536 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  registerCleanup(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Has no rules, and differs in a status, a code, a member and a type. */
function differ({ method, url = '' }: IncomingMessage, answer: Answer): void {
  if (url.endsWith('/control/faults')) answer.status = 404;
  if (url === '/api/v1/sandbox/tlds') answer.status = answer.status === 200 ? 203 : answer.status;
  if (answer.body.error?.code === 'INVALID_DOMAIN' && url.endsWith('/search')) answer.body.error.code = 'BAD_NAME';
  if (method !== 'GET' || !answer.body.data) return;
  if (url.includes('/orders/')) delete answer.body.data.created_at;
  for (const row of answer.body.data.orders ?? []) row.years = String(row.years);
}

describe('nameyard conform', () => {
  const conform = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['conform', ...args], { NAMEYARD_KEY: key });
    return { code, stdout, stderr };
  };

  it('finds no differences between the service and itself', async () => {
    expect(await conform('--url', `${service.origin}/api/v1/`)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d{3} passed, 0 failed, 0 not supported: 100 % of the played scenarios\n$/),
      stderr: expect.stringMatching(/^(\d+) of \1 scenarios played\n$/),
    });
  });

  it('shows differences of status, code, member and type, and with --safe pays no order', async () => {
    await runCommand(['tenants', 'create', 'conform', '--name', 'Conform'], env);
    const credentials = await newKey(env, 'conform');
    const url = await start(implementation(differ));
    const args = ['conform', '--safe', '--url', url, '--tenant', 'conform', '--key', credentials.key];
    const { code, stdout } = await runCommand([...args, '--json'], {});
    const { passed, failed, not_supported: notSupported, results } = JSON.parse(stdout) as Conformance;
    expect(code).toBe(1);
    const failures = results.flatMap(({ id, differences }) => (differences.length > 0 ? [{ id, differences }] : []));
    expect(failures).toEqual([
      { id: 'search.INVALID_DOMAIN', differences: ['code must be "INVALID_DOMAIN", but is "BAD_NAME".'] },
      { id: 'listTlds.listed', differences: ['status must be 200, but is 203.'] },
      { id: 'getOrder.created', differences: ['data.created_at must be present.'] },
      { id: 'listOrders.found', differences: ['data.orders.0.years must be integer.'] },
    ]);
    expect([passed + failed, failed]).toEqual([results.length, failures.length]);
    expect(notSupported).toEqual(
      expect.arrayContaining(['search.INVALID_FAULT', 'order.fault.reset', 'listFaults.listed']),
    );
    const ids = results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['order.created', 'checkout.PAYMENT_DECLINED', 'verify.satisfied']));
    expect(ids.filter(id => /^(createWorld|setClock|resetWorld|cancel\.transfer|checkout\.paid)\b/.test(id))).toEqual(
      [],
    );

    const { orders = [] } = await read('orders?limit=200', credentials.key, 'conform');
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['created']));
    expect((await read('registrations', credentials.key, 'conform'))['registrations']).toEqual([]);
  });

  it('shows differences of an implementation whose bodies have no members', async () => {
    const url = await start(
      ({ method }, response) => void response.writeHead(method === 'GET' ? 200 : 201).end('null'),
    );
    const { code, stdout } = await conform('--url', url);
    expect(code).toBe(1);
    expect(stdout).toContain('The body must be object.');
    expect(stdout).toContain('The events of the tenant cannot be read: data.events is not a list.');
    expect(stdout).toMatch(/^\d+ passed, \d{3} failed, 0 not supported: \d+ % of the played scenarios$/m);
  });

  it.each([
    [['--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 cannot be reached'],
    [['--key', 'secret'], 'answers a search with: 401 API_KEY_INVALID. Check --url, --tenant and --key.'],
    [['--key', ' '], 'Specify a key with --key or NAMEYARD_KEY'],
    [['--key', 'schlüssel'], 'Malformed API key; expected visible ASCII characters.'],
    [['--url', 'sandbox'], 'It must be the address of a service'],
    [['--fast'], "unknown option '--fast'"],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await conform('--url', service.origin, ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
