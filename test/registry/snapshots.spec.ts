import { ADA, type Client, ORDERS, REGISTRY, WORLD, WORLDS } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { holdClock } from '../support/hold-clock.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const START = '2030-01-01T00:00:00.000Z';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze(START);
});

const take = async () => {
  const { meta: _meta, ...snapshot } = (await client.get(WORLD)).body.data;
  return snapshot;
};
const restore = (body: object) => client.raw({ method: 'PUT', path: WORLD, body: { version: 1, ...body } });
const typesOf = async (of: Client) => (await eventsOf(sandbox, of)).map(({ type }) => type);
const decide = (body: object) => client.raw({ path: `${REGISTRY}/decide`, body });

describe('a snapshot', () => {
  it('keeps what the registry has decided, and what it is to decide', async () => {
    await client.setRegistry({ registration: 'async', transfer_delay: 'P1D' });
    for (const domain of ['plain.com', 'a-rejected.com', 'action-required.com'])
      await client.pay(await client.orderOf(domain));
    await client.advance({ by: 'PT10S' });
    await client.pay(await client.orderOf('later.com'));
    const snapshot = await take();
    expect(snapshot.registry).toEqual({ registration: 'async', transfer_delay: 'P1D' });
    expect((await restore(snapshot)).status).toBe(200);
    expect(await take()).toEqual(snapshot);
    const { happened } = (await client.advance({ by: 'PT10S' })).body.data;
    expect(happened).toMatchObject([{ type: 'domain.registered', domain: 'later.com' }]);
  });

  it('keeps the order of a deleted registration as it was', async () => {
    const { order_id } = (await client.register('plain.com')).body.data;
    await client.deleteRegistration('plain.com');
    const [snapshot, order] = [await take(), (await client.getOrder(order_id)).body.data];
    expect(order).toMatchObject({ status: 'refunded', domain_status: 'registered', reason: 'deleted' });
    await restore(snapshot);
    expect(await take()).toEqual(snapshot);
    expect((await client.getOrder(order_id)).body.data).toEqual(order);
  });

  it.each(['is registered', 'was deleted'])(
    'keeps the first result of a payment that was decided at the same time, if the domain %s',
    async state => {
      await client.setRegistry({ registration: 'async' });
      const id = await client.orderOf('plain.com');
      const first = await client.pay(id, 'r');
      await decide({ domain: 'plain.com', outcome: 'registered' });
      if (state === 'was deleted') await client.deleteRegistration('plain.com');
      const [snapshot, copy] = [await take(), await sandbox.world(client, { from: 'copy' })];
      await restore(snapshot);
      for (const world of [client, copy]) {
        const again = await world.pay(id, 'r');
        expect([again.status, again.body.data]).toEqual([202, first.body.data]);
      }
      expect(await take()).toEqual(snapshot);
    },
  );

  it('has no member of the registry by default', async () => {
    await client.register('plain.com');
    const snapshot = await take();
    expect(snapshot).not.toHaveProperty('registry');
    const members = ['kind', 'domain_status', 'due_at', 'reason', 'refunded_at', 'settings'];
    for (const member of members) expect(snapshot.orders[0]).not.toHaveProperty(member);
  });

  it('has delays in upper case, as its schema says', async () => {
    await client.setRegistry({ registration_delay: 'p1dt1h', transfer_delay: 'p5d' });
    expect((await take()).registry).toEqual({ registration_delay: 'P1DT1H' });
    await restore({ registry: { registration_delay: 'pt1m' } });
    expect((await take()).registry).toEqual({ registration_delay: 'PT1M' });
  });

  it('gives a pending order its due date, and reserves its domain', async () => {
    const order = { domain: 'shop.com', owner: ADA, status: 'paid', domain_status: 'pending' };
    const past = { ...order, domain: 'past.com', due_at: '2029-01-01T00:00:00Z' };
    expect((await restore({ orders: [order, past] })).body.data).toMatchObject({ orders: 2, registrations: 0 });
    expect(outcomeOf(await client.order({ domain: 'shop.com', years: 1, owner: ADA }))).toBe('409 DOMAIN_TAKEN');
    const { orders } = (await client.get('/api/v1/sandbox/orders')).body.data;
    const dueOf = (name: string) => orders.find(({ domain }: { domain: string }) => domain === name).due_at;
    expect([dueOf('shop.com'), dueOf('past.com')]).toEqual(['2030-01-01T00:00:10.000Z', START]);
    const { happened } = (await client.advance({ by: 'PT10S' })).body.data;
    expect(happened.map(({ at, domain }: Record<string, string>) => [at, domain])).toEqual([
      [START, 'past.com'],
      ['2030-01-01T00:00:10.000Z', 'shop.com'],
    ]);
  });

  it('lets what is overdue happen at the present time, and nothing that has happened before', async () => {
    const past = '2029-12-01T00:00:00.000Z';
    const order = { domain: 'a.com', owner: ADA, status: 'paid', domain_status: 'pending', due_at: past };
    const registrations = [
      { domain: 'expired.com', expires_at: START },
      { domain: 'expiring.com', expires_at: '2030-01-15T00:00:00.000Z' },
      { domain: 'suspended.com', verification_due_at: past, suspended: true },
      { domain: 'unverified.com', verification_due_at: past },
    ];
    await restore({ orders: [order], registrations });
    const { suspended, verification_due_at } = (await client.getRegistration('suspended.com')).body.data;
    expect([suspended, verification_due_at]).toEqual([true, past]);
    const { happened } = (await client.advance({ by: 'P10D' })).body.data;
    expect(happened.map(({ at, type, domain }: Record<string, string>) => [at, type, domain])).toEqual([
      [START, 'domain.registered', 'a.com'],
      [START, 'domain.suspended', 'unverified.com'],
    ]);
  });

  it.each([
    [{ domain: 'a.com', domain_status: 'pending' }, 'orders.0.domain_status'],
    [{ domain: 'a.com', status: 'paid', domain_status: 'failed' }, 'orders.0.domain_status'],
    [{ domain: 'a.com', status: 'paid', due_at: START }, 'orders.0.due_at'],
    [{ domain: 'a.com', status: 'paid', refunded_at: START }, 'orders.0.refunded_at'],
    [{ domain: 'a.com', status: 'paid', reason: 'x' }, 'orders.0.reason'],
    [{ domain: 'a.com', decided_later: true }, 'orders.0.decided_later'],
    [{ domain: 'a.us', settings: { privacy: true } }, 'orders.0.settings.privacy'],
    [{ domain: 'a-taken.com', kind: 'transfer', years: 2 }, 'orders.0.years'],
    [{ domain: 'a.com', renews: '', status: 'paid', domain_status: 'pending' }, 'orders.0.domain_status'],
  ])('is refused with the order %j', async (order, field) => {
    const response = await restore({ orders: [order] });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('is refused when two orders reserve a domain', async () => {
    const order = { domain: 'a.com', status: 'paid', domain_status: 'pending' };
    expect(outcomeOf(await restore({ orders: [order, order] }))).toBe('422 VALIDATION_FAILED');
    expect(outcomeOf(await restore({ orders: [order], registrations: [{ domain: 'a.com' }] }))).toBe(
      '422 VALIDATION_FAILED',
    );
  });
});

describe('a copy of a world', () => {
  it('makes the open decisions of its own, and leaves those of the original open', async () => {
    const ids = [];
    for (const domain of ['a-pending.com', 'action-required.com', 'a-rejected.com'])
      ids.push(await client.orderOf(domain));
    await client.pay(ids[1]!);
    await client.advance({ by: 'PT10S' });
    for (const id of [ids[0]!, ids[2]!]) await client.pay(id, undefined, { 'Sandbox-Fault': 'webhook;effect=stale' });
    const copy = await sandbox.world(client, { from: 'copy' });
    expect((await copy.get(ORDERS)).body.data.orders).toEqual((await client.get(ORDERS)).body.data.orders);
    const { happened } = (await copy.advance({ by: 'PT10S' })).body.data;
    expect(happened).toMatchObject([
      { type: 'domain.registered', domain: 'a-pending.com' },
      { type: 'domain.registration_failed', domain: 'a-rejected.com' },
    ]);
    const body = { domain: 'action-required.com', outcome: 'registered' };
    expect(outcomeOf(await copy.raw({ path: `${REGISTRY}/decide`, body }))).toBe('200');
    expect(await typesOf(copy)).toEqual(['domain.registered', 'domain.registration_failed', 'domain.registered']);
    expect(await typesOf(client)).toEqual(['domain.action_required']);
    const statuses = (await client.get(ORDERS)).body.data.orders.map(
      ({ domain_status }: { domain_status: string }) => domain_status,
    );
    expect(statuses.toSorted()).toEqual(['action_required', 'pending', 'pending']);
  });

  it('takes the settings of the registry along', async () => {
    await client.setRegistry({ registration: 'async', strict_prices: true });
    const copy = await sandbox.world(client, { from: 'copy' });
    expect((await copy.get(REGISTRY)).body.data).toMatchObject({ registration: 'async', strict_prices: true });
    const empty = await sandbox.world(client);
    expect((await empty.get(REGISTRY)).body.data).toMatchObject({ registration: 'sync', strict_prices: false });
  });
});

describe.each([
  ['the restore of another snapshot', () => restore({})],
  ['a reset', () => client.raw({ method: 'DELETE', path: WORLD })],
])('%s', (_, end) => {
  it('leaves no event of open decisions', async () => {
    const id = await client.orderOf('a-pending.com');
    await client.pay(id);
    await client.pay(await client.orderOf('action-required.com'));
    expect(outcomeOf(await end())).toBe('200');
    expect(outcomeOf(await decide({ domain: 'a-pending.com', outcome: 'registered' }))).toBe('404 NOTHING_PENDING');
    await client.freeze('2040-01-01T00:00:00.000Z');
    expect((await client.advance({ by: 'P1Y' })).body.data.happened).toEqual([]);
    expect(await typesOf(client)).toEqual([]);
    expect(await client.statusOf('a-pending.com')).toBe('available');
  });
});

describe('the end of a world', () => {
  it('leaves no event of open decisions', async () => {
    client = await sandbox.tenant();
    const world = await sandbox.world(client);
    for (const each of [world, client]) {
      await each.setRegistry({ registration: 'async', registration_delay: 'PT1H' });
      await each.pay(await each.orderOf('plain.com'));
    }
    const hold = ({ tenant }: Client) => holdClock(sandbox.database.url, tenant.id);
    // Also that of the client, because a worker that just checks it would write its former time back.
    const [clock, clientClock] = [await hold(world), await hold(client)];
    // The worker looks at the clock of the world first.
    const anHourLater = `UPDATE tenancy.clocks SET mode = 'running', offset_ms = 3600000,
      check_at = now() - CASE tenant_id WHEN $1 THEN interval '2 s' ELSE interval '1 s' END WHERE tenant_id IN ($1, $2)`;
    await sandbox.rows(anHourLater, [world.tenant.id, client.tenant.id]);
    await clientClock.release();
    await clock.waiters(1);
    await client.raw({ method: 'DELETE', path: `${WORLDS}/${world.tenant.slug}` });
    await clock.release();
    await eventually(async () => expect(await typesOf(client)).toEqual(['domain.registered']));
    expect(await typesOf(world)).toEqual([]);
  });
});

describe('a reset', () => {
  it('forgets open decisions and the settings of the registry', async () => {
    await client.setRegistry({ registration: 'async' });
    await client.pay(await client.orderOf('later.com'));
    await client.raw({ method: 'DELETE', path: WORLD });
    expect((await client.get('/api/v1/sandbox/control/registry')).body.data.registration).toBe('sync');
    expect(await client.statusOf('later.com')).toBe('available');
    await client.freeze('2031-01-01T00:00:00.000Z');
    expect((await client.advance({ by: 'P1Y' })).body.data.happened).toEqual([]);
  });
});
