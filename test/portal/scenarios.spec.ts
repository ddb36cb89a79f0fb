import type { PlayedScenario, PortalScenario } from '#testcontrol/contract';
import { CLOCK, type Client, WORLDS } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const list = async (of = client) => (await developer.get(tenantPath(of, '/scenarios'))).body.data;
const run = (id: string, of = client) => developer.post(tenantPath(of, `/scenarios/${id}/run`));
const worlds = async () => (await client.get(WORLDS)).body.data.worlds;

describe('the scenarios in the portal', () => {
  it('are those of the documentation', async () => {
    const { body } = await sandbox.call({ method: 'GET', path: '/docs/scenarios.json' });
    const { scenarios, parent } = await list();
    expect(scenarios.map(({ playable: _playable, ...scenario }: PortalScenario) => scenario)).toEqual(body);
    expect(parent).toBeNull();
  });

  it('are playable unless they create worlds', async () => {
    const { scenarios }: { scenarios: PortalScenario[] } = await list();
    const others = scenarios.filter(({ playable }) => !playable).map(({ id }) => id);
    expect(others).toEqual(expect.arrayContaining(['createWorld.created', 'resetWorld.reset']));
    for (const name of ['search', 'order', 'checkout', 'renew', 'followEvents'])
      expect(others.filter(id => id.startsWith(`${name}.`))).toEqual([]);
  });

  it('name the parent of a world', async () => {
    const world = await sandbox.world(client);
    expect((await list(world)).parent).toBe(client.tenant.slug);
    expect(outcomeOf(await run('search.available.default', world))).toBe('409 NESTED_WORLD');
  });
});

describe('a run of a scenario', () => {
  it('shows the expected and the actual outcome', async () => {
    const { status, body } = await run('checkout.PAYMENT_DECLINED');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: 'checkout.PAYMENT_DECLINED',
      passed: true,
      expected: { status: 402, code: 'PAYMENT_DECLINED', events: [] },
      actual: { status: 402, code: 'PAYMENT_DECLINED', events: [] },
      differences: [],
    });
  });

  it.each([
    'search.taken.registered',
    'order.replayed',
    'checkout.renewed',
    'checkout.fault.hang',
    'checkout.fault.reset-after',
    'checkout.fault.webhook-duplicate',
    'search.RATE_LIMITED',
    'renew.retry',
    'followEvents.cursor',
    'addFault.added',
    'setClock.IDEMPOTENCY_KEY_REUSED',
    'listWorlds.listed',
    'restoreWorld.PAYLOAD_TOO_LARGE',
    'verify.satisfied',
  ])('passes: %s', async id => {
    const { body } = await run(id);
    expect(body.data).toMatchObject({ id, passed: true, differences: [] });
  });

  it('changes nothing of the tenant, and ends its world', async () => {
    await client.orderOf('mine.com');
    const snapshot = () => client.get('/api/v1/sandbox/control/world').then(({ body }) => body.data);
    const before = await snapshot();
    await run('checkout.paid');
    await run('addFault.added');
    await run('setClock.IDEMPOTENCY_KEY_REUSED');
    expect(await snapshot()).toEqual(before);
    expect((await client.get(CLOCK)).body.data.mode).toBe('real');
    expect(await worlds()).toEqual([]);
    // Rows of worlds that have ended are deleted later.
    const active = 'SELECT FROM tenancy.tenants WHERE parent_id = $1 AND expires_at > now()';
    expect(await sandbox.rows(active, [client.tenant.id])).toEqual([]);
  });

  it('does not lower the limit of the keys of the tenant', async () => {
    await run('search.available.default');
    const [{ shared_limit: limit }] = await sandbox.rows(
      'SELECT shared_limit FROM tenancy.tenants WHERE parent_id = $1',
      [client.tenant.id],
    );
    expect(limit).toBe(1_000_000); // ten times the limit of the tenant's key
  });

  it('waits while four others of the tenant are played', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => run('order.fault.delay')));
    expect(results.map(({ body }) => (body.data as PlayedScenario).passed)).toEqual(Array(12).fill(true));
    const [{ most }] = await sandbox.rows(
      `SELECT max((SELECT count(*) FROM tenancy.tenants o WHERE o.parent_id = t.parent_id
         AND o.created_at <= t.created_at AND o.expires_at > t.created_at))::integer AS most
       FROM tenancy.tenants t WHERE parent_id = $1`,
      [client.tenant.id],
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it.each([
    ['unknown', '404 SCENARIO_NOT_FOUND'],
    ['createWorld.created', '409 SCENARIO_CREATES_WORLDS'],
  ])('is refused: %s', async (id, outcome) => {
    expect(outcomeOf(await run(id))).toBe(outcome);
    expect(await worlds()).toEqual([]);
  });

  it('is refused while the tenant has too many worlds', async () => {
    await sandbox.rows(
      `INSERT INTO tenancy.tenants SELECT copy.* FROM tenancy.tenants t, generate_series(1, 100) AS n,
         jsonb_populate_record(t, jsonb_build_object('id', t.id || n, 'slug', t.slug || n, 'parent_id', t.id,
           'expires_at', now() + interval '1 hour', 'shared_limit', 1000)) AS copy
       WHERE t.id = $1`,
      [client.tenant.id],
    );
    expect(outcomeOf(await run('search.available.default'))).toBe('409 TOO_MANY_WORLDS');
  });

  it('is refused while test control is switched off', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    await operator.patch(`tenants/${client.tenant.slug}`, { control: false });
    expect(outcomeOf(await run('search.available.default'))).toBe('403 CONTROL_DISABLED');
  });
});
