import { Receivers } from '#webhooks';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { ADA, type Client, FAULTS, RECEIVERS, WORLD, WORLDS } from '../support/client.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf } from '../support/outcome.js';
import { TestReceiver } from '../support/receiver.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let peer: Sandbox;
let parent: Client;

beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true };
  sandbox = await startSandbox({ settings });
  peer = await startSandbox({ settings, peerOf: sandbox });
});
beforeEach(async () => void (parent = await sandbox.tenant()));

const create = (body: object = {}, of = parent) => of.raw({ path: WORLDS, body });
const list = async (of = parent) => (await of.get(WORLDS)).body.data.worlds;
const end = (slug: string, of = parent) => of.raw({ method: 'DELETE', path: `${WORLDS}/${slug}` });
const snapshot = async (of: Client) => (await of.get(WORLD)).body.data;
const search = async (of: Client) => outcomeOf(await of.search({ domain: 'example.com' }));

/** Rows of a tenant in all tables, by table. */
async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const tables = await sandbox.rows(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE column_name = 'tenant_id' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [{ count }] = await sandbox.rows(`SELECT count(*)::int AS count FROM ${name} WHERE tenant_id = $1`, [
      tenantId,
    ]);
    if (count > 0) counts[name] = count;
  }
  const [{ count }] = await sandbox.rows('SELECT count(*)::int AS count FROM tenancy.tenants WHERE id = $1', [
    tenantId,
  ]);
  return count > 0 ? { ...counts, 'tenancy.tenants': count } : counts;
}

describe('a world', () => {
  it('is a tenant of its own with a key that has all permissions', async () => {
    const { status, body } = await create({ name: 'renewals', ttl: 'PT5M', limit: 500 });
    expect(status).toBe(201);
    const { created_at, expires_at, ...world } = body.data;
    expect(world).toEqual({
      tenant: expect.stringMatching(/^w-[a-z0-9]{16}$/),
      name: 'renewals',
      key: expect.stringMatching(/^ny_sandbox_\w{38}$/),
      permissions: ['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.events', 'sandbox.control'],
      limit: 500,
      meta: { source: 'nameyard-sandbox' },
    });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(300_000);
  });

  it('shares nothing with its tenant or other worlds', async () => {
    const [one, two] = [await sandbox.world(parent), await sandbox.world(parent)];
    await parent.register('shop.com');
    expect(await one.statusOf('shop.com')).toBe('available');
    await one.register('shop.com');
    await one.freeze('2040-01-01T00:00:00Z');
    expect(await two.statusOf('shop.com')).toBe('available');
    expect((await two.getClock()).body.data.mode).toBe('real');
    expect((await snapshot(two)).orders).toEqual([]);
    expect(outcomeOf(await two.getRegistration('shop.com'))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it('has the limit of the key that creates it, or a lower one', async () => {
    const limited = await sandbox.key(parent.tenant, { limit: 50 });
    expect((await create({}, limited)).body.data.limit).toBe(50);
    const response = await create({ limit: 51 }, limited);
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['limit']]);
    expect(response.text).toContain('at most 50');
  });

  it.each([{ ttl: 'PT59S' }, { ttl: 'PT24H1S' }, { ttl: 'tomorrow' }, { expires_in: 'PT1H' }, { from: 'nothing' }])(
    'is refused with %j',
    async body => {
      const response = await create(body);
      expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', Object.keys(body)]);
    },
  );

  it.each([
    ['clock.now', { mode: 'real', now: '2040-01-01T00:00:00Z' }],
    ['clock.now', { mode: 'frozen', now: '2400-01-01T00:00:00Z' }],
    ['clock.mode', { mode: 'sundial' }],
  ])('names %s in a refused clock %j', async (field, clock) => {
    for (const from of ['empty', 'copy']) {
      const response = await create({ from, clock });
      expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', [field]]);
    }
  });

  it('can start with a clock', async () => {
    const world = await sandbox.world(parent, { clock: { mode: 'frozen', now: '2040-02-03T00:00:00Z' } });
    expect((await world.getClock()).body.data).toMatchObject({ mode: 'frozen', now: '2040-02-03T00:00:00.000Z' });
    await world.register('shop.com');
    expect((await world.getRegistration('shop.com')).body.data.expires_at).toBe('2041-02-03T00:00:00.000Z');
    expect(outcomeOf(await create({ clock: { mode: 'frozen', now: '2020-01-01T00:00:00Z' } }))).toBe(
      '409 CLOCK_BACKWARDS',
    );
    expect(await list()).toHaveLength(1);
  });

  it('can start as a copy of its tenant', async () => {
    await parent.register('shop.com');
    const open = await parent.orderOf('other.com');
    await parent.raw({ path: FAULTS, body: { fault: { kind: 'delay', ms: 1 }, times: 3 } });
    const world = await sandbox.world(parent, { from: 'copy' });
    const [before, after] = [await snapshot(parent), await snapshot(world)];
    expect(after).toEqual({ ...before, faults: [{ ...before.faults[0], id: expect.any(String) }] });
    expect(after.faults[0].id).not.toBe(before.faults[0].id);
    expect((await world.pay(open)).status).toBe(200);
    expect((await parent.getOrder(open)).body.data.status).toBe('created');
  });

  it('lets happen what falls due in a copy until its time', async () => {
    await parent.register('shop.com');
    const world = await sandbox.world(parent, { from: 'copy', clock: { mode: 'frozen', now: '2032-01-01T00:00:00Z' } });
    expect(await world.statusOf('shop.com')).toBe('available');
    expect(await parent.statusOf('shop.com')).toBe('taken');
    const events = await eventsOf(sandbox, world);
    expect(events.map(({ type }) => type)).toEqual(['domain.expiring', 'domain.expired', 'domain.released']);
  });

  it('cannot have worlds', async () => {
    expect(outcomeOf(await create({}, await sandbox.world(parent)))).toBe('409 NESTED_WORLD');
  });

  it('is listed with its content, only to its tenant', async () => {
    const world = await sandbox.world(parent, { name: 'one' });
    await world.register('shop.com');
    await world.orderOf('other.com');
    expect(await list()).toEqual([
      expect.objectContaining({ tenant: world.tenant.slug, name: 'one', orders: 2, registrations: 1 }),
    ]);
    expect(await list(await sandbox.tenant())).toEqual([]);
    expect(await list(world)).toEqual([]);
  });

  it('cannot be ended by others', async () => {
    const world = await sandbox.world(parent);
    expect(outcomeOf(await end(world.tenant.slug, await sandbox.tenant()))).toBe('404 WORLD_NOT_FOUND');
    expect(outcomeOf(await end(parent.tenant.slug))).toBe('404 WORLD_NOT_FOUND');
    expect(await search(world)).toBe('200');
  });

  it('answers 401 in every process when it was ended', () =>
    appliesImmediately(async change => {
      const world = await sandbox.world(parent);
      const there = peer.clientOf(world);
      expect([await search(world), await search(there)]).toEqual(['200', '200']);
      const { body } = await change(() => end(world.tenant.slug));
      expect(body.data).toEqual({ tenant: world.tenant.slug, removed: true });
      expect([await search(there), await search(world)]).toEqual(['401 API_KEY_INVALID', '401 API_KEY_INVALID']);
      expect(outcomeOf(await end(world.tenant.slug))).toBe('404 WORLD_NOT_FOUND');
      expect(await list()).toEqual([]);
    }));

  it('answers 401 when its time is up', async () => {
    for (const { clock } of [sandbox, peer]) clock.stop();
    const world = await sandbox.world(parent, { ttl: 'PT1M' });
    try {
      for (const { clock } of [sandbox, peer]) clock.advance({ ms: 59_000 });
      expect([await search(world), await search(peer.clientOf(world))]).toEqual(['200', '200']);
      for (const { clock } of [sandbox, peer]) clock.advance({ ms: 1_500 });
      const outcomes = [await search(world), await search(peer.clientOf(world))];
      expect(outcomes).toEqual(['401 API_KEY_INVALID', '401 API_KEY_INVALID']);
    } finally {
      for (const { clock } of [sandbox, peer]) clock.reset();
    }
  });

  it('leaves no row behind', async () => {
    const world = await sandbox.world(parent, { from: 'copy' });
    const receiver = await TestReceiver.start();
    try {
      await world.raw({ path: RECEIVERS, body: { url: receiver.url } });
      await world.register('shop.com');
      await world.order({ domain: 'a.com', years: 1, owner: ADA }, { 'X-Idempotency-Key': 'k-1' });
      await world.raw({ path: FAULTS, body: { fault: { kind: 'delay', ms: 1 } } });
      await world.advance({ by: 'P1Y' });
      await eventually(async () => expect(receiver.received.length).toBeGreaterThanOrEqual(3));
      expect(Object.keys(await rowsOf(world.tenant.id)).length).toBeGreaterThan(9);
    } finally {
      await receiver.stop();
    }
    await end(world.tenant.slug);
    for (const { clock } of [sandbox, peer]) clock.advance({ ms: 6_000 });
    await eventually(async () => expect(await rowsOf(world.tenant.id)).toEqual({}));
    await eventually(async () => {
      const kept = await sandbox.rows('SELECT FROM usage.requests WHERE temporary_id = $1', [world.tenant.id]);
      expect(kept.length).toBeGreaterThan(5);
    });
    for (const { clock } of [sandbox, peer]) clock.reset();
  });

  it('has at most 4 receivers', async () => {
    const world = await sandbox.world(parent);
    const add = () =>
      world.raw({ path: RECEIVERS, body: { url: 'http://127.0.0.1:9/hook', events: ['domain.registered'] } });
    const first = (await add()).body.data;
    expect(first).toMatchObject({ id: expect.any(String), events: ['domain.registered'], secret: expect.any(String) });
    await add();
    await add();
    expect([outcomeOf(await add()), outcomeOf(await add())]).toEqual(['201', '409 TOO_MANY_RECEIVERS']);
    expect((await world.get(RECEIVERS)).body.data.receivers).toHaveLength(4);
    const removed = await world.raw({ method: 'DELETE', path: `${RECEIVERS}/${first.id}` });
    expect(removed.body.data).toEqual({ removed: true });
    const again = await world.raw({ method: 'DELETE', path: `${RECEIVERS}/${first.id}` });
    expect(outcomeOf(again)).toBe('404 RECEIVER_NOT_FOUND');
    expect(again.body.error.message).toBe(`There is no receiver "${first.id}". List the receivers of the tenant.`);
    expect((await world.get(RECEIVERS)).body.data.receivers).toHaveLength(3);
  });
});

describe('the receivers that a key of the sandbox manages', () => {
  it('are only those of sandbox events', async () => {
    const receivers = sandbox.app.get(Receivers);
    const url = 'http://127.0.0.1:9/hook';
    const { receiver } = await receivers.add(parent.tenant.id, { url, environment: 'live' }, TESTER);
    const added = await parent.raw({ path: RECEIVERS, body: { url, environment: 'live' } });
    expect(outcomeOf(added)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(added)).toEqual(['environment']);
    expect(outcomeOf(await parent.raw({ path: RECEIVERS, body: { url, environment: 'sandbox' } }))).toBe('201');
    const listed = (await parent.get(RECEIVERS)).body.data.receivers;
    expect(listed).toMatchObject([{ environment: 'sandbox' }]);
    const removed = await parent.raw({ method: 'DELETE', path: `${RECEIVERS}/${receiver.id}` });
    expect(outcomeOf(removed)).toBe('404 RECEIVER_NOT_FOUND');
    expect(await receivers.get(parent.tenant.id, receiver.id)).toMatchObject({ state: 'on' });
  });
});

describe('the worlds of a tenant', () => {
  it('are at most 100, also when they are created at once by two processes', async () => {
    const responses = await concurrently(110, n => create({}, n % 2 === 0 ? parent : peer.clientOf(parent)));
    expect(countOutcomes(responses)).toEqual({ 201: 100, '409 TOO_MANY_WORLDS': 10 });
    await end((await list())[0].tenant);
    expect(outcomeOf(await create())).toBe('201');
  });

  it('share ten times the limit of the key that created them with the tenant', async () => {
    const limited = await sandbox.key(parent.tenant, { limit: 20 });
    const worlds: Client[] = [];
    for (let n = 0; n < 10; n++) worlds.push(await sandbox.world(limited));
    const outcomes: string[] = [];
    for (const world of worlds) outcomes.push(...(await concurrently(21, () => search(world))));
    expect(new Set(outcomes)).toEqual(new Set(['200', '429 RATE_LIMITED']));
    const allowed = outcomes.filter(outcome => outcome === '200').length;
    expect(allowed).toBeLessThanOrEqual(200);
    // Creations are counted, too, once the process knows the first world.
    expect(allowed).toBeGreaterThanOrEqual(190);
    const { body } = await limited.search({ domain: 'example.com' });
    expect(body.error.message).toContain('limited to 200 requests per minute');
  });
});

describe('ended worlds', () => {
  it('leave no rows behind, also when many come and go', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 2; round++) {
      const worlds = await concurrently(20, () => sandbox.world(parent));
      await Promise.all(worlds.map(world => world.register('shop.com')));
      const ended = await Promise.all(worlds.map(world => end(world.tenant.slug)));
      expect(countOutcomes(ended)).toEqual({ 200: 20 });
      ids.push(...worlds.map(({ tenant }) => tenant.id));
    }
    for (const { clock } of [sandbox, peer]) clock.advance({ ms: 6_000 });
    await eventually(async () => {
      const [{ count }] = await sandbox.rows('SELECT count(*)::int AS count FROM tenancy.tenants WHERE id = ANY($1)', [
        ids,
      ]);
      expect(count).toBe(0);
    });
    for (const table of [
      'api_keys.keys',
      'orders.orders',
      'domains.registrations',
      'platform.events',
      'tenancy.clocks',
      'checkout.payments',
    ])
      expect([table, (await sandbox.rows(`SELECT FROM ${table} WHERE tenant_id = ANY($1)`, [ids])).length]).toEqual([
        table,
        0,
      ]);
    for (const { clock } of [sandbox, peer]) clock.reset();
  });
});
