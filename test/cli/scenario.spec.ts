import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { Program } from '../processes/program.js';
import { type Environment, runCommand, runCliJson, expectRefused } from '../processes/nameyard.js';
import { registerCleanup } from '../support/cleanup.js';
import { type Client, CLOCK, FAULTS, ORDERS, REGISTRATIONS, WORLDS } from '../support/client.js';
import { waitFor } from '../support/eventually.js';
import { CLI } from '../support/paths.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let key: string;
/** The variables of a command that uses the key. */
let env: Environment;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
  key = client.key.value;
  env = { DEFAULT_TENANT: client.tenant.slug, NAMEYARD_KEY: key };
});

const list = (...args: string[]) => runCliJson<Scenario[]>(['scenario', 'list', ...args], {});
const run = (args: string[], variables: Environment = env) =>
  runCommand(['scenario', 'run', ...args, '--url', sandbox.origin], variables);

interface Row {
  created_at: string;
  expires_at: string;
}

/** The worlds and rules of the tenant. */
async function created(): Promise<{ worlds: Row[]; faults: Row[] }> {
  const [worlds, faults] = await Promise.all([WORLDS, FAULTS].map(path => client.get(path)));
  return { worlds: worlds!.body.data.worlds, faults: faults!.body.data.faults };
}

describe('nameyard scenario list', () => {
  it('lists the scenarios of the service, without a running one', async () => {
    const response = await fetch(`${sandbox.origin}/docs/scenarios.json`);
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
    const { code, stdout, stderr } = await run(['order.retry', 'search.fault.truncate'], {
      DEFAULT_TENANT: client.tenant.slug,
      NAMEYARD_API_KEY: key,
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '2 passed, 0 failed\n',
      stderr: '2 of 2 scenarios played\n',
    });
  });

  it('finds the running service through DATABASE_URL', async () => {
    const variables = { ...env, DATABASE_URL: sandbox.database.url };
    const { code, stdout } = await runCommand(['scenario', 'run', 'search.taken.word'], variables);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 passed, 0 failed\n' });
  });

  it('plays all scenarios of an operation, and prints the results as JSON', async () => {
    const { code, stdout, stderr } = await run(
      ['--operation', 'renew', '--json', '--key', key, '--tenant', client.tenant.slug],
      {},
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const results = JSON.parse(stdout) as PlayedScenario[];
    expect(results.map(({ id }) => id)).toEqual((await list('--operation', 'renew')).map(({ id }) => id));
    expect(results.every(({ passed }) => passed)).toBe(true);
  });

  it('shows the expected next to the actual outcome of a failure', async () => {
    const limited = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    const { code, stdout } = await run(['search.taken.word', 'order.DOMAIN_TAKEN.word', 'getOrder.created'], {
      ...env,
      NAMEYARD_KEY: limited.key.value,
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
        expect.stringMatching(/^expected +actual \(preparing call 1\)$/),
        expect.stringMatching(/^success +403 PERMISSION_DENIED$/),
        '',
        '1 passed, 2 failed',
      ],
    });
  });

  it('removes the worlds and rules that it has created', async () => {
    expect((await run(['addFault.added', 'search.fault.rule', 'createWorld.created', 'getWorld.empty'])).code).toBe(0);
    expect(await created()).toEqual({ worlds: [], faults: [] });
  });

  it('creates worlds and rules for one minute, and removes them after Ctrl-C', async () => {
    const url = await start(stuckImplementation());
    const args = ['scenario', 'run', 'getWorld.empty', 'search.fault.rule', '--url', url];
    const program = new Program(process.execPath, [CLI, ...args], env);
    const rows = await waitFor('a world and a rule', async () => {
      const { worlds, faults } = await created();
      return worlds.length > 0 && faults.length > 0 ? [...worlds, ...faults] : undefined;
    });
    for (const { created_at, expires_at } of rows) expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
    await expectRemoval(program);
  });

  it.each([
    [[], 'Name the scenarios to play, or add --all'],
    [['order.nothing'], 'There is no scenario "order.nothing"'],
    [['search.taken.word', '--operation', 'renew'], 'The scenario "search.taken.word" belongs to --operation search'],
    [['search.taken.word', '--url', 'sandbox'], 'It must be an HTTP or HTTPS address'],
    [['search.taken.word', '--key', 'secret'], 'Malformed API key'],
    [['search.taken.word', '--key', ' '], 'Specify a key with --key or NAMEYARD_KEY'],
    [['search.taken.word', '--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 cannot be reached'],
  ])('rejects %j', (args, message) => expectRefused(['scenario', 'run', ...args], env, message));
});

/** The program ends after Ctrl-C, and has removed what it has created. */
async function expectRemoval(program: Program): Promise<void> {
  program.signal('SIGINT');
  expect(await program.exited).toMatchObject({ code: 130, stdout: '' });
  expect(await created()).toEqual({ worlds: [], faults: [] });
}

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

/** Forwards a request to the service. */
async function forward(request: IncomingMessage): Promise<{ headers: Headers; answer: Answer }> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const { method = '', url = '' } = request;
  const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request));
  const response = await fetch(sandbox.origin + url, { method, headers: headers as Record<string, string>, body });
  const copied = new Headers(response.headers);
  for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])
    copied.delete(name);
  return { headers: copied, answer: { status: response.status, body: await response.json() } };
}

/** An implementation that answers as the service does, except for what `change` changes. */
const implementation =
  (change: (request: IncomingMessage, answer: Answer) => void): RequestListener =>
  async (request, response) => {
    const { headers, answer } = await forward(request);
    change(request, answer);
    response.setHeaders(headers).writeHead(answer.status).end(JSON.stringify(answer.body));
  };

/** An implementation that creates and removes worlds and rules, but answers nothing else once it has created one. */
function stuckImplementation(): RequestListener {
  let isStuck = false;
  return async (request, response) => {
    const { method = '', url = '' } = request;
    const isChange = /\/control\/(worlds|faults)\b/.test(url) && method !== 'GET';
    if (!isChange) return void (isStuck || response.writeHead(200).end('null'));
    const { headers, answer } = await forward(request);
    if (answer.status === 201) isStuck = true;
    response.setHeaders(headers).writeHead(answer.status).end(JSON.stringify(answer.body));
  };
}

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
    const { code, stdout, stderr } = await runCommand(['conform', ...args], env);
    return { code, stdout, stderr };
  };

  it('finds no differences between the service and itself in all scenarios', async () => {
    const { length } = await list();
    expect(await conform('--url', `${sandbox.origin}/api/v1/`)).toEqual({
      code: 0,
      stdout: `${length} passed, 0 failed, 0 not supported: 100 % of the played scenarios\n`,
      stderr: `${length} of ${length} scenarios played\n`,
    });
    expect((await client.get(CLOCK)).body.data.mode).toBe('real');
  });

  it.each([[['conform']], [['scenario', 'run', '--all']]])(
    'removes what %p has created after Ctrl-C',
    async command => {
      const url = await start(stuckImplementation());
      const program = new Program(process.execPath, [CLI, ...command, '--url', url], env);
      await waitFor('a world or a rule', async () => Object.values(await created()).some(rows => rows.length > 0));
      await expectRemoval(program);
    },
  );

  it('shows differences of status, code, member and type, and with --safe pays no order', async () => {
    const own = await sandbox.tenant();
    const url = await start(implementation(differ));
    const args = ['conform', '--safe', '--url', url, '--tenant', own.tenant.slug, '--key', own.key.value];
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

    const { orders } = (await own.get(ORDERS, { limit: 200 })).body.data as { orders: { status: string }[] };
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['created']));
    expect((await own.get(REGISTRATIONS)).body.data.registrations).toEqual([]);
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
    [['--url', 'sandbox'], 'It must be an HTTP or HTTPS address'],
    [['--fast'], "unknown option '--fast'"],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await conform('--url', sandbox.origin, ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
