import pg from 'pg';
import type { FaultView, NewWorldView, WorldView } from '#testcontrol/contract';
import type { PurchaseView } from '#usage/contract';
import { Nameyard } from '../../libs/client/index.js';
import type { ServiceClient } from '../processes/client.js';
import { type Environment, newKey, runCommand, runCliJson, expectRefused } from '../processes/nameyard.js';
import { type InProcessService, startServiceInProcess } from '../processes/in-process-service.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/paths.js';

const env: Environment = { DATA_DIR: temporaryFolder() };
let database: pg.Client;
let service: InProcessService;
let client: ServiceClient;

beforeAll(async () => {
  service = await startServiceInProcess(env);
  database = new pg.Client(env['DATABASE_URL']);
  await database.connect();
  registerCleanup(() => database.end());
  await runCliJson(['tenants', 'create', 'acme'], env);
  client = service.client(await newKey(env, 'acme'));
});

const TENANT = ['--tenant', 'acme'];

const actions = async (kind: string) =>
  (
    await database.query(`SELECT actor, action FROM platform.audit WHERE action LIKE $1 ORDER BY position`, [
      `${kind}.%`,
    ])
  ).rows;

describe('nameyard worlds', () => {
  it('creates, lists and ends a world for the running service', async () => {
    const { code, stdout } = await runCommand(
      ['worlds', 'create', ...TENANT, '--name', 'renewal test', '--ttl', 'PT5M'],
      env,
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^tenant   w-[a-z0-9]{16}\nkey      ny_sandbox_\w{38}\nexpires  \d{4}-\S+Z\n\nStore the key now/,
      ),
    });
    const [tenant = '', key = ''] = stdout.match(/w-\w+|ny_sandbox_\w+/g)!;
    const world = service.client({ tenant, key });
    expect((await world.order('only-here.com')).code).toBe('ok');

    const listed = await runCommand(['worlds', 'list', ...TENANT], env);
    expect(listed.stdout).toMatch(/^tenant +name +orders +registrations +expires$/m);
    expect(listed.stdout).toMatch(new RegExp(`^${tenant} +renewal test +1 +0 +\\d{4}-\\S+Z$`, 'm'));

    const ended = await runCommand(['worlds', 'end', tenant, ...TENANT], env);
    expect(ended).toMatchObject({ code: 0, stdout: `Ended world ${tenant}.\n` });
    expect((await world.search('example.com')).code).toBe('API_KEY_INVALID');
    expect((await runCommand(['worlds', 'list', ...TENANT], env)).stdout).toBe('Tenant acme has no worlds.\n');
    expect(await actions('world')).toEqual([
      { actor: expect.stringMatching(/^cli:/), action: 'world.create' },
      { actor: expect.stringMatching(/^cli:/), action: 'world.end' },
    ]);
  });

  it('creates a copy with a limit of its own', async () => {
    await client.order('copied.com');
    const world = await runCliJson<NewWorldView>(['worlds', 'create', ...TENANT, '--copy', '--limit', '5000'], env);
    expect(world).toMatchObject({ limit: 5_000, permissions: expect.arrayContaining(['sandbox.control']) });
    expect(await runCliJson<WorldView[]>(['worlds', 'list', ...TENANT], env)).toMatchObject([{ orders: 1 }]);
  });

  it.each([
    [['create', ...TENANT, '--ttl', 'PT25H'], 'ttl must be from PT1M to PT24H.'],
    [['create', ...TENANT, '--ttl', 'an hour'], 'It must be a duration in ISO 8601'],
    [['create', ...TENANT, '--name', ''], 'It must be 1 to 100 characters'],
    [['create', ...TENANT, '--limit', '0'], 'It must be an integer from 1 to 1000000.'],
    [['create', '--tenant', 'nobody'], 'nobody'],
    [['end', 'w-none', ...TENANT], 'The tenant has no live world with this slug.'],
  ])('rejects %j', (args, message) => expectRefused(['worlds', ...args], env, message));
});

describe('nameyard faults', () => {
  it('adds a fault for the next requests to the running service, and counts them', async () => {
    const fault = ['--fault', 'error;code=RATE_LIMITED', '--times', '2', '--skip', '1', '--expires-in', 'PT1H'];
    const match = ['--operation', 'search', '--domain', 'Shop-*'];
    const { code, stdout } = await runCommand(['faults', 'add', ...TENANT, ...fault, ...match], env);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Added fault flt_\w+\. It expires at \d{4}-\S+Z\.\n$/),
    });
    const codes = [];
    for (const domain of ['other.com', 'shop-a.com', 'shop-a.com', 'shop-b.com', 'shop-c.com'])
      codes.push((await client.search(domain)).code);
    expect(codes).toEqual(['ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED', 'ok']);
    const listed = (await runCommand(['faults', 'list', ...TENANT], env)).stdout;
    expect(listed).toMatch(/^id +fault +operation +domain +skip +used +remaining +expires$/m);
    expect(listed).toMatch(/^flt_\w+ +error;code=RATE_LIMITED;phase=before +search +shop-\* +1 +2 +0 +\d{4}-\S+Z$/m);
  });

  it('removes one fault, and all', async () => {
    const add = (fault: string) => runCliJson<FaultView>(['faults', 'add', ...TENANT, '--fault', fault], env);
    const { id, fault } = await add('webhook;effect=delay;seconds=30');
    expect(fault).toEqual({ kind: 'webhook', effect: 'delay', seconds: 30 });
    expect((await runCommand(['faults', 'remove', id, ...TENANT], env)).stdout).toBe(`Removed fault ${id}.\n`);
    expect((await runCommand(['faults', 'remove', id, ...TENANT], env)).code).toBe(1);
    await add('error;code=INTERNAL_ERROR');
    const forEvent = ['--operation', 'delete', '--event', 'domain.deleted', '--fault', 'webhook;effect=withhold'];
    await runCliJson(['faults', 'add', ...TENANT, ...forEvent], env);
    await add('webhook;effect=withhold');
    const { stdout } = await runCommand(['faults', 'list', ...TENANT], env);
    const rows = stdout.split('\n').map(line => line.split(/  +/)[2]);
    expect(rows.filter(Boolean).toSorted()).toEqual([
      'all',
      'checkout',
      'delete domain.deleted',
      'operation',
      'search',
    ]);
    expect((await runCommand(['faults', 'clear', ...TENANT], env)).stdout).toBe('Removed 4 faults.\n');
    expect((await client.search('example.com')).code).toBe('ok');
    expect((await runCommand(['faults', 'list', ...TENANT], env)).stdout).toBe('Tenant acme has no faults.\n');
    expect((await actions('fault')).map(({ action }) => action)).toEqual([
      'fault.add',
      'fault.add',
      'fault.remove',
      'fault.add',
      'fault.add',
      'fault.add',
      'fault.remove',
    ]);
  });

  it.each([
    [['add', ...TENANT], "required option '--fault <fault>' not specified"],
    [['add', ...TENANT, '--fault', 'explode'], 'Invalid fault: kind must be one of error, delay'],
    [['add', ...TENANT, '--fault', 'delay;ms=x'], 'Invalid fault: ms must be an integer from 1 to 30000.'],
    [['add', ...TENANT, '--fault', 'error;code=NONE'], 'code must be one of ALREADY_HELD, API_KEY_INVALID'],
    [
      ['add', ...TENANT, '--fault', 'hang', '--operation', 'pay'],
      'Allowed choices are search, check, order, checkout, renew',
    ],
    [['add', ...TENANT, '--fault', 'hang', '--domain', 'a*b'], 'It must be a domain, or its start or end with one *'],
    [['add', ...TENANT, '--fault', 'hang', '--times', '1001'], 'It must be an integer from 1 to 1000.'],
    [['add', ...TENANT, '--fault', 'hang', '--expires-in', 'PT25H'], 'expires_in must be longer than zero'],
    [['remove', 'flt_none', ...TENANT], 'The tenant has no fault rule with this ID.'],
  ])('rejects %j', (args, message) => expectRefused(['faults', ...args], env, message));
});

describe('nameyard order', () => {
  it('shows the timeline of an order', async () => {
    const orderId = (await client.order('timeline.com')).body.data.order_id as string;
    expect((await client.checkout(orderId, 'timeline')).code).toBe('ok');
    await eventually(async () => {
      const { code, stdout } = await runCommand(['order', orderId, ...TENANT], env);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Order ${orderId} for timeline.com is paid\\.$`, 'm'));
      expect(stdout).toMatch(/^\S+Z +payment +ok +Payment +req_\w{32}$/m);
    });
    const timeline = await runCliJson<PurchaseView>(['order', orderId], { ...env, DEFAULT_TENANT: 'acme' });
    expect(timeline.steps.map(({ kind }) => kind)).toEqual(['order', 'payment', 'registration', 'event', 'expiry']);
  });

  it('fails for an unknown order', async () => {
    const { code, stderr } = await runCommand(['order', 'ord_none', ...TENANT], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/order/i);
  });
});

describe('nameyard registry', () => {
  const DEFAULTS = {
    registration: 'sync',
    registration_delay: 'PT10S',
    transfer_delay: 'P5D',
    strict_prices: false,
    strict_owners: false,
    price_percent: 100,
  };

  it('shows and replaces the settings of the running service', async () => {
    expect(await runCliJson<object>(['registry', 'get', ...TENANT], env)).toEqual(DEFAULTS);
    const set = [
      'registry',
      'set',
      ...TENANT,
      '--registration',
      'async',
      '--transfer-delay',
      'PT1H',
      '--strict-prices',
    ];
    expect((await runCommand(set, env)).stdout).toBe(
      'registration        async\nregistration delay  PT10S\ntransfer delay      PT1H\nstrict prices       yes\nstrict owners       no\nprice percent       100\n',
    );
    const { order_id } = (await client.order('decided-later.com')).body.data;
    expect((await client.checkout(order_id, 'later')).status).toBe(202);
    expect(await runCliJson<object>(['registry', 'set', ...TENANT], env)).toEqual(DEFAULTS);
    expect((await actions('registry')).map(({ action }) => action)).toEqual(['registry.change', 'registry.change']);
  });

  it('decides an order, and audits it', async () => {
    const domain = 'cli-pending.com';
    const { order_id } = (await client.order(domain)).body.data;
    await client.checkout(order_id, 'pending');
    const decide = (...args: string[]) => ['registry', 'decide', domain, ...TENANT, '--outcome', ...args];
    expect((await runCommand(decide('action_required', '--reason', 'documents'), env)).stdout).toBe(
      `The registration of ${domain}, order ${order_id}, is action_required (documents).\n`,
    );
    expect(await runCliJson<object>(decide('failed'), env)).toMatchObject({
      order_id,
      status: 'refunded',
      domain_status: 'failed',
      reason: 'registry_rejected',
    });
    expect(await runCommand(decide('failed'), env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The domain has no order to decide.*\n$/),
    });
    expect(await actions('order')).toEqual([
      { actor: expect.stringMatching(/^cli:/), action: 'order.decide' },
      { actor: expect.stringMatching(/^cli:/), action: 'order.decide' },
    ]);
  });

  it('verifies a contact, and transfers a domain out', async () => {
    const domain = 'cli-moved.com';
    await client.register(domain);
    const { tenant, key } = client.credentials;
    const { registrations } = new Nameyard({ baseUrl: `${client.origin}/api/v1`, tenant, apiKey: key });
    const contact = { first_name: 'Ada', last_name: 'Lovelace', email: 'unverified@example.com' };
    await registrations.update(domain, { contact });
    const verify = ['registry', 'verify', domain, ...TENANT];
    expect((await runCommand(verify, env)).stdout).toBe(`The contact of ${domain} is verified.\n`);
    expect((await runCommand(verify, env)).code).toBe(1);
    const transferOut = (code: string) =>
      runCommand(['registry', 'transfer-out', domain, ...TENANT, '--auth-code', code], env);
    expect((await transferOut('any')).stderr).toContain('The domain is locked against transfers.');
    await registrations.update(domain, { locked: false });
    expect((await transferOut('wrong')).stderr).toContain('The auth code is wrong.');
    const { auth_code } = await registrations.authCode(domain);
    expect((await transferOut(auth_code)).stdout).toMatch(/^Another registrar has taken over cli-moved\.com at /);
    expect((await actions('domain')).map(({ action }) => action)).toEqual(['domain.verify', 'domain.transfer-out']);
  });

  it.each([
    [['set', ...TENANT, '--registration', 'later'], 'Allowed choices are sync, async.'],
    [['set', ...TENANT, '--transfer-delay', 'P61D'], 'It must be from PT1S to P60D.'],
    [['decide', 'a.com', ...TENANT], "required option '--outcome <outcome>' not specified"],
    [['decide', 'a.com', ...TENANT, '--outcome', 'lost'], 'Allowed choices are registered, failed, action_required.'],
    [
      ['decide', 'a.com', ...TENANT, '--outcome', 'registered', '--reason', 'fine'],
      'reason must be omitted when outcome is registered.',
    ],
  ])('rejects %j', (args, message) => expectRefused(['registry', ...args], env, message));
});
