import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../../apps/mcp/describe-failure.js';
import { AbortError, ERROR_CLASSES } from '../../libs/client/index.js';
import { specOf } from '#platform/http/errors';
import { play, scenarios } from '#testcontrol';
import { blocksOf, page } from '../cli/documented.js';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { isRunning } from '../support/is-running.js';
import { CLI, freePort, ROOT, temporaryFolder } from '../support/paths.js';
import type { Client } from '../support/client.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, sharedWebhookSandbox } from '../support/sandbox.js';
import { Agent } from './agent.js';

const UNREACHABLE = 'http://127.0.0.1:9';
const CONTROL = '/api/v1/sandbox/control';
const KEY = `ny_sandbox_${'0'.repeat(38)}`;

let sandbox: Sandbox;
let env: Record<string, string>;
let agent: Agent;
/** A client of the tenant of the agent. */
let own: Client;
/** A client of the tenant that `nameyard mcp` uses by default. */
let demo: Client;

beforeAll(async () => {
  sandbox = await sharedWebhookSandbox();
  own = await sandbox.tenant();
  const { tenant, key } = own;
  env = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
  agent = await Agent.start(env);
  demo = await sandbox.tenant({ slug: 'demo' });
});

describe('the configurations of the documentation', () => {
  const configurations = blocksOf(page('mcp'), 'json').map(block => JSON.parse(block) as Record<string, object>);

  interface Configuration {
    command: string;
    args: string[];
    env: Record<string, string>;
  }

  it.each(configurations)('start the server: %j', async ({ mcpServers, servers }) => {
    const { nameyard } = (mcpServers ?? servers) as { nameyard: Configuration };
    expect([nameyard.command, ...nameyard.args]).toEqual(['npx', 'nameyard', 'mcp']);
    // The key and the port of this service.
    const filled = { ...nameyard.env, NAMEYARD_URL: env['NAMEYARD_URL']!, NAMEYARD_KEY: demo.key.value };
    expect(Object.keys(filled)).toEqual(Object.keys(nameyard.env));
    const configured = await Agent.start(filled);
    expect(await configured.use('search_domain', { domain: 'my-shop.com' })).toMatchObject({ status: 'available' });
  });
});

describe('the tools', () => {
  it('are listed without reaching the service, with their annotations', async () => {
    const offline = await Agent.start({ ...env, NAMEYARD_URL: UNREACHABLE });
    const { tools } = await offline.client.listTools();
    const hintsOf = ({ annotations = {} }: (typeof tools)[number]) =>
      (['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
        .filter(hint => annotations[hint])
        .map(hint => hint.replace('Hint', ''));
    expect(Object.fromEntries(tools.map(tool => [tool.name, hintsOf(tool)]))).toEqual({
      create_world: [],
      search_domain: ['readOnly', 'idempotent'],
      order_domain: [],
      check_out: ['idempotent', 'openWorld'],
      renew_domain: [],
      update_registration: ['idempotent', 'openWorld'],
      add_fault: [],
      advance_clock: ['destructive', 'openWorld'],
      decide: ['destructive', 'openWorld'],
      list_requests: ['readOnly', 'idempotent'],
      list_deliveries: ['readOnly', 'idempotent'],
      list_scenarios: ['readOnly', 'idempotent'],
      run_scenario: ['openWorld'],
      explore: ['destructive', 'openWorld'],
      explain_error: ['readOnly', 'idempotent'],
    });
    for (const { title, description, annotations, inputSchema } of tools) {
      expect(title).toBe(annotations!.title);
      expect(Object.keys(annotations!)).toHaveLength(5);
      expect(description!.length).toBeGreaterThan(50);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect((await offline.fail('search_domain', { domain: 'my-shop.com' })).text).toMatch(
      /^UNREACHABLE: The connection to http:\/\/127\.0\.0\.1:9 failed: .*\nWhat to do: Check that Nameyard is running/,
    );
    expect((await offline.fail('run_scenario', { id: 'search.taken.word' })).error).toMatchObject({
      code: 'UNREACHABLE',
    });
  });
});

describe('a purchase', () => {
  it('is made, renewed and delivered in a world whose key stays in the server', async () => {
    const receiver = await TestReceiver.start();
    const { world, webhook_secret } = await agent.use('create_world', {
      name: 'purchase',
      now: '2035-01-01T00:00:00Z',
      webhook_url: receiver.url,
    });
    expect([world, webhook_secret]).toEqual([expect.stringMatching(/^w-/), expect.stringMatching(/^whsec_/)]);
    const domain = 'my-shop.com';
    expect(await agent.use('search_domain', { domain, world })).toMatchObject({ domain, status: 'available' });
    const order = await agent.use('order_domain', { domain, years: 2, world });
    expect(order).toMatchObject({ domain, years: 2, kind: 'registration', status: 'created' });
    const pay = (order_id: string) => agent.use('check_out', { order_id, world });
    const paid = await pay(order.order_id);
    expect(paid).toMatchObject({ domain_status: 'registered', expires_at: '2037-01-01T00:00:00.000Z' });
    expect(await pay(order.order_id)).toEqual(paid);
    const renewal = await agent.use('renew_domain', { domain, world });
    expect(await pay(renewal.order_id)).toMatchObject({ expires_at: '2038-01-01T00:00:00.000Z' });
    expect(await agent.use('update_registration', { domain, locked: false, world })).toMatchObject({ locked: false });
    const { now, happened } = await agent.use('advance_clock', { by: 'P3Y', world });
    expect(now).toBe('2038-01-01T00:00:00.000Z');
    expect(happened.map(({ type }: { type: string }) => type)).toEqual(['domain.expiring', 'domain.expired']);

    const { count, deliveries } = await agent.use('list_deliveries', {
      domain,
      state: 'delivered',
      at_least: 5,
      world,
    });
    const events = deliveries.map(({ event }: { event: string }) => event);
    expect([count, events.sort()]).toEqual([
      5,
      ['domain.expired', 'domain.expiring', 'domain.registered', 'domain.renewed', 'domain.updated'],
    ]);
    const { requests } = await agent.use('list_requests', { domain, world });
    expect(requests.map(({ operation }: { operation: string }) => operation)).toEqual([
      'search',
      'order',
      'checkout',
      'checkout',
      'renew',
      'checkout',
      'update',
    ]);
    expect((await agent.use('list_requests', {})).requests).toEqual([]);
    expect(/ny_(sandbox|live)_\w/.exec(agent.transcript)).toBeNull();
  });
});

describe('an order', () => {
  it('is refused above max_amount, and for an invalid `owner.extra.us_nexus`', async () => {
    const { world } = await agent.use('create_world');
    const order = { domain: 'my-agent-shop.us', world };
    const refused = await agent.fail('order_domain', { ...order, max_amount: { currency: 'USD', total: 1 } });
    expect(refused.error).toMatchObject({ code: 'PRICE_NOT_ACCEPTED' });
    const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', extra: { us_nexus: 'C99' } };
    const unknown = await agent.fail('order_domain', { ...order, owner });
    expect(unknown.text).toContain('owner.extra.us_nexus');
  });
});

describe('an order that the registry decides', () => {
  it('is pending until it is decided', async () => {
    const { world } = await agent.use('create_world');
    const domain = 'my-pending-shop.com';
    const { order_id } = await agent.use('order_domain', { domain, world });
    const { content, structuredContent } = await agent.call('check_out', { order_id, world });
    expect(structuredContent).toMatchObject({ status: 'paid', domain_status: 'pending' });
    expect(content).toMatchObject([{ text: expect.stringMatching(/^my-pending-shop\.com is paid and pending\./) }]);
    expect(await agent.use('decide', { domain, outcome: 'action_required', reason: 'documents', world })).toMatchObject(
      {
        order_id,
        domain_status: 'action_required',
        reason: 'documents',
      },
    );
    expect(await agent.use('decide', { domain, outcome: 'failed', world })).toMatchObject({
      status: 'refunded',
      domain_status: 'failed',
      reason: 'registry_rejected',
    });
    expect((await agent.fail('decide', { domain, outcome: 'failed', world })).error).toMatchObject({
      code: 'NOTHING_PENDING',
    });
  });
});

describe('a fault', () => {
  it('is described with the requests before it', async () => {
    const { world } = await agent.use('create_world');
    const summaryOf = async (more: object) => {
      const { content } = await agent.call('add_fault', { kind: 'reset', operation: 'order', world, ...more });
      return (content[0] as { text: string }).text.split(',')[0];
    };
    expect(await summaryOf({ domain: 'shop.com' })).toBe(
      'The next 1 order request(s) about shop.com will have the fault reset',
    );
    expect(await summaryOf({ skip: 2 })).toBe('After 2 order request(s)');
  });

  it('is survived by a retry, which the requests show', async () => {
    const { world } = await agent.use('create_world');
    const { order_id } = await agent.use('order_domain', { domain: 'faulted.com', world });
    await agent.use('add_fault', { kind: 'reset', phase: 'after', operation: 'checkout', world });
    expect(await agent.use('check_out', { order_id, world })).toMatchObject({ domain_status: 'registered' });
    const { requests, next } = await agent.use('list_requests', { operation: 'checkout', world });
    expect(requests).toMatchObject([
      { code: 'ANSWER_LOST', faulted: expect.stringMatching(/^flt_/) },
      { status: 200, domain: 'faulted.com' },
    ]);
    expect(next).toBeUndefined();
  });
});

describe('an error', () => {
  it('names its code, what it means and what to do', async () => {
    const { text, error } = await agent.fail('order_domain', { domain: 'google.com' });
    const { description, advice } = specOf('DOMAIN_TAKEN')!;
    expect(error).toMatchObject({
      code: 'DOMAIN_TAKEN',
      status: 409,
      meaning: description,
      advice,
      retryable: false,
      details: [{ field: 'domain', rule: 'reserved-name' }],
      docs: `${sandbox.origin}/docs/errors#DOMAIN_TAKEN`,
    });
    expect(text).toContain(`Meaning: ${description}\nWhat to do: ${advice}\nRetry: the same call fails again.\n`);
  });

  it.each([
    ['search_domain', { domain: 'my-shop.com', world: 'w-other' }, 'UNKNOWN_WORLD'],
    ['run_scenario', { id: 'order.nothing' }, 'UNKNOWN_SCENARIO'],
    ['explain_error', { code: 'NONE' }, 'UNKNOWN_CODE'],
    ['advance_clock', {}, 'VALIDATION_FAILED'],
    ['create_world', { webhook_url: 'no address' }, 'INVALID_URL'],
    ['order_domain', { domain: 'my-shop.com', idempotency_key: 'a b' }, 'INVALID_ARGUMENT'],
  ])('of %s with %j is %s', async (tool, args, code) => {
    expect((await agent.fail(tool, args)).error).toMatchObject({ code, message: expect.any(String) });
  });

  it('of a cancelled call says that it may have taken effect', async () => {
    const { fields } = await describeFailure(new AbortError('The call was aborted by its signal.'));
    expect(fields).toMatchObject({ code: 'CANCELLED', advice: expect.stringContaining('may have taken effect') });
  });

  it('names unknown arguments', async () => {
    const { isError, content } = await agent.call('search_domain', { domain: 'my-shop.com', price: 1 });
    expect([isError, content]).toEqual([true, [{ type: 'text', text: expect.stringContaining('"price"') }]]);
  });

  it('is explained for each code', async () => {
    for (const code of Object.keys(ERROR_CLASSES)) {
      const { description, reproduce } = specOf(code)!;
      expect(await agent.use('explain_error', { code })).toMatchObject({ code, meaning: description, reproduce });
    }
  });
});

describe('scenarios', () => {
  it('are listed and played', async () => {
    const { scenarios } = await agent.use('list_scenarios', { operation: 'checkout', code: 'PAYMENT_DECLINED' });
    expect(scenarios).toContainEqual(expect.objectContaining({ outcome: '402 PAYMENT_DECLINED' }));
    expect(await agent.use('run_scenario', { id: scenarios[0].id })).toMatchObject({ passed: true });
    const { id } = (await agent.use('list_scenarios', { operation: 'createWorld', limit: 1 })).scenarios[0];
    expect(await agent.use('run_scenario', { id })).toMatchObject({
      id,
      passed: true,
      actual: { data: { key: 'ny_sandbox_…' } },
    });
    expect(/ny_(sandbox|live)_\w/.exec(agent.transcript)).toBeNull();
  });
});

describe('a cancelled scenario', () => {
  it('sends no more calls and ends its worlds', async () => {
    const { tenant, key } = await sandbox.tenant();
    const target = { url: sandbox.origin, tenant: tenant.slug, key: key.value };
    const scenario = scenarios().find(({ id, given }) => id.startsWith('endWorld') && given.length > 0)!;
    const cancel = new AbortController();
    const sent: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (url, options) => {
      sent.push(options!.method!);
      if (sent.length === 2) cancel.abort('cancelled by the user');
      return fetch(url, options);
    };
    try {
      await expect(play(scenario, { ...target, signal: cancel.signal })).rejects.toBe('cancelled by the user');
    } finally {
      globalThis.fetch = fetch;
    }
    expect(sent).toEqual(['POST', scenario.request.method, 'DELETE']);
  });
});

describe('an exploration', () => {
  const SHOP = join(ROOT, 'test/explore/shops/node/shop.mjs');
  const BUY = 'POST /orders domain={domain}&years={years}&email={email}&token={token}';
  const shopWith = (bug: string) => ({ run: `BUG=${bug} exec node ${SHOP}`, buy: BUY });
  const worlds = async () =>
    (await own.get(`${CONTROL}/worlds`)).body.data.worlds.filter(({ name }: { name: string }) => name === 'explore');

  it('tells the story of a finding, reports its progress, and ends its world', async () => {
    const progress: object[] = [];
    const args = { ...shopWith('timeout-declined'), webhooks: '/webhooks', replay: 'buy + checkout:reset/after' };
    const { findings } = await agent.use('explore', args, { onprogress: one => progress.push(one) });
    expect(findings).toMatchObject([
      { oracle: 'told-no', title: 'The customer was told no, but has paid', plan: args.replay, also: [] },
    ]);
    expect(findings[0].story).toMatch(/Told: [^]*checkout: no response ANSWER_LOST[^]*Change: /);
    expect(findings[0].story).toContain(`Guide:   ${sandbox.origin}/docs/`);
    expect(progress).toMatchObject([
      { progress: 0, message: 'Buying without faults; 0 finding(s)' },
      { progress: 1, total: 1, message: `Playing ${args.replay}; 1 finding(s)` },
    ]);
    expect(await worlds()).toEqual([]);
    const [stored] = (await own.get(`${CONTROL}/explorations`)).body.data.explorations;
    expect((await own.get(`${CONTROL}/explorations/${stored.id}`)).body.data.findings).toMatchObject([
      {
        oracle: 'told-no',
        replay: expect.stringMatching(/explore --buy '.*' --webhooks \/webhooks --run '.*' --replay '/),
      },
    ]);
    expect(/ny_(sandbox|live)_\w/.exec(agent.transcript)).toBeNull();
  });

  it('uses the tenant of a shop that already runs', async () => {
    const PORT = String(await freePort());
    new Program(process.execPath, [SHOP], { ...env, WEBHOOK_SECRET: 'whsec_', PORT });
    const shop = `http://127.0.0.1:${PORT}`;
    await waitFor('the shop', () => fetch(shop).catch(() => undefined));
    const result = await agent.use('explore', { buy: BUY, shop, replay: 'buy + double-click' });
    expect(result).toMatchObject({ findings: [], not_reproduced: [], plans: 1, left: 0 });
    expect((await own.get('/api/v1/sandbox/orders', { status: 'paid' })).body.data.orders).not.toEqual([]);
  });

  it('ends its world and the shop when it is cancelled', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const cancel = new AbortController();
    const args = { ...shopWith(''), run: `echo $$ > ${pidFile}; ${shopWith('').run}` };
    const onprogress = ({ progress }: { progress: number }) => progress > 0 && cancel.abort();
    await expect(agent.call('explore', args, { onprogress, signal: cancel.signal })).rejects.toThrow();
    await eventually(async () => expect(await worlds()).toEqual([]));
    expect(isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  });

  it.each([
    [{ buy: BUY }, 'INVALID_ARGUMENT', 'Pass `run` or `shop`.'],
    [{ ...shopWith(''), replay: 'sell' }, 'INVALID_ARGUMENT', "The plan 'sell' begins with 'sell'"],
    [{ buy: BUY, run: 'echo $NAMEYARD_KEY' }, 'NOT_EXPLORED', 'ny_sandbox_…'],
  ])('of %j fails with %s', async (args, code, text) => {
    expect(await agent.fail('explore', args)).toMatchObject({ error: { code }, text: expect.stringContaining(text) });
    expect(await worlds()).toEqual([]);
  });
});

describe('the key', () => {
  it('is explained if the service rejects it', async () => {
    const wrong = await Agent.start({ ...env, NAMEYARD_KEY: KEY });
    const { text, error } = await wrong.fail('search_domain', { domain: 'my-shop.com' });
    expect(error).toMatchObject({ code: 'API_KEY_INVALID', status: 401, advice: specOf('API_KEY_INVALID')!.advice });
    expect(text).not.toContain(KEY);
  });

  it('is refused if it is not a sandbox key', async () => {
    const live = await Agent.start({ ...env, NAMEYARD_KEY: KEY.replace('sandbox', 'live') });
    expect((await live.client.listTools()).tools).toHaveLength(15);
    expect((await live.fail('search_domain', { domain: 'my-shop.com' })).text).toMatch(
      /^MISCONFIGURED: NAMEYARD_KEY is a live key\. Only sandbox keys .*\nWhat to do: Change the environment/,
    );
  });
});

describe('the process', () => {
  const send = (program: Program, message: object) =>
    program.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  it('answers calls that are under way when its input ends, and prints only messages', async () => {
    const program = new Program(process.execPath, [CLI, 'mcp'], { ...env, NAMEYARD_URL: `${sandbox.origin}/` });
    const clientInfo = { name: 'test', version: '1.0.0' };
    send(program, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    send(program, { method: 'notifications/initialized' });
    send(program, {
      id: 2,
      method: 'tools/call',
      params: { name: 'search_domain', arguments: { domain: 'my-shop.com' } },
    });
    program.closeInput();
    const { code, stdout, stderr } = await program.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toMatchObject([
      { id: 1, result: { serverInfo: { name: 'nameyard' } } },
      { id: 2, result: { structuredContent: { domain: 'my-shop.com', status: 'available' } } },
    ]);
  });

  it('reports a wrong configuration on standard error and by its exit code', async () => {
    const program = new Program(process.execPath, [CLI, 'mcp'], { NAMEYARD_URL: 'sandbox.example' });
    program.closeInput();
    const { code, stdout, stderr } = await program.exited;
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^NAMEYARD_URL must be the address of the API, .*\n$/),
    });
  });
});
