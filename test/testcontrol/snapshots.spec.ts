import fc from 'fast-check';
import { ADA, type Client, FAULTS, WORLD } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
});
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => {
  for (const { clock } of [sandbox, peer]) clock.reset();
});

const get = async (of = client) => (await of.get(WORLD)).body.data;
const put = (body: unknown, of = client) => of.raw({ method: 'PUT', path: WORLD, body });
const reset = (of = client) => of.raw({ method: 'DELETE', path: WORLD });

async function restore(snapshot: object, of = client) {
  const { status, body, text } = await put({ version: 1, ...snapshot }, of);
  if (status !== 200) throw new Error(text);
  return body.data;
}

/** A world with an open order, a registration, a renewal, a fault rule and a clock. */
async function fill(of = client): Promise<void> {
  await of.freeze('2030-01-01T00:00:00Z');
  await of.register('shop.com', 2);
  await of.orderOf('bücher.de');
  await of.advance({ by: 'P1M' });
  await of.pay(await of.renewalOf('shop.com'));
  await of.raw({
    path: FAULTS,
    body: { match: { domain: 'shop-*' }, fault: { kind: 'reset', phase: 'after' }, times: 3, skip: 2 },
  });
}

describe('a snapshot', () => {
  it('of an empty world has nothing but a clock', async () => {
    expect(await get()).toEqual({ version: 1, clock: { mode: 'real' }, orders: [], registrations: [], faults: [] });
  });

  it('contains orders with their payments, registrations, fault rules and the clock', async () => {
    await fill();
    const { clock, orders, registrations, faults } = await get();
    expect(clock).toEqual({ mode: 'frozen', now: '2030-02-01T00:00:00.000Z' });
    expect(orders).toMatchObject([
      {
        domain: 'shop.com',
        years: 2,
        status: 'paid',
        payment: { method: 'test', reference: expect.any(String) },
        renews: null,
      },
      { domain: 'xn--bcher-kva.de', status: 'created', paid_at: null, payment: null },
      { domain: 'shop.com', years: 1, status: 'paid', renews: orders[0].order_id },
    ]);
    expect(registrations).toEqual([
      {
        domain: 'shop.com',
        order_id: orders[0].order_id,
        registered_at: '2030-01-01T00:00:00.000Z',
        expires_at: '2033-01-01T00:00:00.000Z',
      },
    ]);
    expect(faults).toMatchObject([{ fault: { kind: 'reset', phase: 'after' }, times: 3, skip: 2, seen: 0 }]);
    expect(JSON.stringify(await get())).not.toContain(client.key.value);
  });

  it('is the same after it was restored, in its own world and in another one', async () => {
    await fill();
    const before = (await client.get(WORLD)).body.data;
    expect(await restore(before)).toEqual({ orders: 3, payments: 2, registrations: 1, faults: 1 });
    expect(JSON.stringify(await get())).toBe(JSON.stringify(before));
    const other = await sandbox.world(client);
    await restore(before, other);
    expect(JSON.stringify(await get(other))).toBe(JSON.stringify(before));
  });

  it('keeps a running clock running', async () => {
    await client.advance({ by: 'P1D' });
    const before = await get();
    await restore(before);
    expect(await get()).toEqual(before);
    expect(before.clock.mode).toBe('running');
  });

  it('has the members of registrations that differ from their defaults', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    for (const domain of ['changed.com', 'plain.com']) await client.register(domain);
    const changes = {
      nameservers: ['ns1.example.org', 'ns2.example.org'],
      locked: false,
      auto_renew: true,
      privacy: true,
      payment_method: 'test_declined',
      contact: { ...ADA, email: 'unverified@example.com' },
    };
    await client.updateRegistration('plain.com', { locked: false, contact: { ...ADA, last_name: 'King' } });
    await client.updateRegistration('plain.com', { locked: true, contact: ADA });
    await client.updateRegistration('changed.com', changes);
    await sandbox.rows(
      `UPDATE domains.registrations SET suspended = true WHERE tenant_id = $1 AND domain = 'changed.com'`,
      [client.tenant.id],
    );
    const { registrations, ...others } = await get();
    const state = { ...changes, verification_due_at: '2030-01-16T00:00:00.000Z', suspended: true };
    expect(registrations[0]).toMatchObject(state);
    expect(Object.keys(registrations[1])).toEqual(['domain', 'order_id', 'registered_at', 'expires_at']);
    const before = (await client.getRegistration('changed.com')).body.data;
    await restore({ ...others, registrations });
    expect((await get()).registrations).toEqual(registrations);
    expect((await client.getRegistration('changed.com')).body.data).toEqual(before);
    const invalid = [
      { domain: 'a.us', privacy: true },
      { domain: 'b.com', nameservers: ['ns1.example.org', 'localhost'] },
    ];
    for (const [index, field] of ['registrations.0.privacy', 'registrations.0.nameservers.1'].entries())
      expect(fieldsOf(await put({ version: 1, registrations: [invalid[index]] }))).toEqual([field]);
  });

  it('is refused when the world is too large', async () => {
    await sandbox.rows(
      `INSERT INTO domains.registrations (tenant_id, domain, tld, registered_at, expires_at)
       SELECT $1, 'd' || n || '.com', 'com', now(), now() + interval '1 year' FROM generate_series(1, 10001) n`,
      [client.tenant.id],
    );
    expect(outcomeOf(await client.get(WORLD))).toBe('409 WORLD_TOO_LARGE');
    expect(outcomeOf(await put({ version: 1 }))).toBe('409 WORLD_TOO_LARGE');
    expect((await client.getClock()).body.data.mode).toBe('real');
    expect((await reset()).body.data).toEqual({ orders: 0, registrations: 10_001, payments: 0 });
  });
});

describe('restoring', () => {
  it('needs only domains', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    expect(
      await restore({
        registrations: [{ domain: 'Shop.com', expires_at: '2030-06-01T00:00:00Z' }, { domain: 'a.com' }],
      }),
    ).toEqual({
      orders: 0,
      payments: 0,
      registrations: 2,
      faults: 0,
    });
    expect((await get()).registrations).toEqual([
      {
        domain: 'a.com',
        order_id: null,
        registered_at: '2030-01-01T00:00:00.000Z',
        expires_at: '2031-01-01T00:00:00.000Z',
      },
      {
        domain: 'shop.com',
        order_id: null,
        registered_at: '2029-06-01T00:00:00.000Z',
        expires_at: '2030-06-01T00:00:00.000Z',
      },
    ]);
    expect(await client.statusOf('shop.com')).toBe('taken');
    expect((await client.getRegistration('shop.com')).body.data).toMatchObject({
      order_id: null,
      status: 'registered',
    });
  });

  it('completes orders', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    await restore({
      orders: [{ domain: 'open.com' }, { domain: 'paid.com', paid_at: '2029-01-01T00:00:00Z', years: 2 }],
    });
    const { orders } = await get();
    const [open, paid] = orders.toSorted((a: { domain: string }, b: { domain: string }) =>
      a.domain < b.domain ? -1 : 1,
    );
    expect(open).toMatchObject({ years: 1, status: 'created', created_at: '2030-01-01T00:00:00.000Z', owner: null });
    expect(paid).toMatchObject({
      domain: 'paid.com',
      years: 2,
      status: 'paid',
      created_at: '2029-01-01T00:00:00.000Z',
      registered_at: '2029-01-01T00:00:00.000Z',
      expires_at: '2031-01-01T00:00:00.000Z',
      payment: { method: 'test', reference: paid.order_id },
    });
    expect((await client.pay(open.order_id)).status).toBe(200);
  });

  it('replaces the world, idempotency keys included', async () => {
    await fill();
    const [order] = (await get()).orders;
    await restore({});
    expect(await get()).toMatchObject({ clock: { mode: 'frozen' }, orders: [], registrations: [], faults: [] });
    expect(outcomeOf(await client.getOrder(order.order_id))).toBe('404 ORDER_NOT_FOUND');
    expect(
      await sandbox.rows('SELECT FROM platform.idempotency_keys WHERE tenant_id = $1', [client.tenant.id]),
    ).toEqual([]);
    expect(await client.statusOf('shop.com')).toBe('available');
  });

  it('records no event, and counts past due dates as happened', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    await restore({ registrations: [{ domain: 'late.com', expires_at: '2029-12-20T00:00:00Z' }] });
    expect(await eventsOf(sandbox, client)).toEqual([]);
    const { happened } = (await client.advance({ by: 'P1M' })).body.data;
    expect(happened).toMatchObject([{ type: 'domain.released', domain: 'late.com' }]);
    const [released] = await eventsOf(sandbox, client);
    expect(released!.body).toMatchObject({ data: { domain: 'late.com', order_id: null } });
  });

  it('lets a registration without an order be renewed', async () => {
    await restore({ clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' }, registrations: [{ domain: 'shop.com' }] });
    const order = await client.renewalOf('shop.com');
    expect((await client.pay(order)).status).toBe(200);
    expect((await client.getRegistration('shop.com')).body.data).toMatchObject({
      expires_at: '2032-01-01T00:00:00.000Z',
      years: 2,
    });
    const before = await get();
    expect(before.orders[0].renews).toBe('');
    await restore(before);
    expect(await get()).toEqual(before);
  });

  it.each([
    [{ registrations: [{ domain: 'a.com' }, { domain: 'a b.com' }] }, 'registrations.1.domain'],
    [{ registrations: [{ domain: 'a.com' }, { domain: 'A.com' }] }, 'registrations.1.domain'],
    [{ registrations: [{ domain: 'a.com', expires_at: '2020-01-01T00:00:00Z' }] }, 'registrations.0.expires_at'],
    [{ registrations: [{ domain: 'a.com', registered_at: '2090-01-01T00:00:00Z' }] }, 'registrations.0.registered_at'],
    [{ registrations: [{ domain: 'a.com', order_id: `ord_${'0'.repeat(32)}` }] }, 'registrations.0.order_id'],
    [{ registrations: [{ domain: 'a.com', expire: 1 }] }, 'registrations.0.expire'],
    [{ registrations: ['a.com'] }, 'registrations.0'],
    [{ orders: [{ domain: 'a.com', order_id: `ord_${'f'.repeat(32)}` }] }, 'orders.0.order_id'],
    [{ orders: [{ domain: 'a.com', status: 'created', paid_at: '2020-01-01T00:00:00Z' }] }, 'orders.0.paid_at'],
    [{ orders: [{ domain: 'a.com', amount: { currency: 'USD', total: 1.001 } }] }, 'orders.0.amount.total'],
    [{ orders: [{ domain: 'a.us', owner: { ...ADA, extra: { us_nexus: 'C9' } } }] }, 'orders.0.owner.extra.us_nexus'],
    [{ orders: [{ domain: 'a.com', renews: `ord_${'0'.repeat(32)}` }] }, 'orders.0.renews'],
    [{ faults: [{ fault: { kind: 'error', code: 'NO_SUCH_CODE' } }] }, 'faults.0.fault.code'],
    [{ faults: [{ fault: { kind: 'delay', ms: 0 } }] }, 'faults.0.fault.ms'],
    [{ faults: [{ match: { event: 'domain.expired' }, fault: { kind: 'reset' } }] }, 'faults.0.match.event'],
    [{ faults: [{ id: 'règle', fault: { kind: 'reset' } }] }, 'faults.0.id'],
    [{ faults: [{ id: 'a rule', fault: { kind: 'reset' } }] }, 'faults.0.id'],
    [{ clock: { mode: 'frozen' } }, 'clock.now'],
    [{ clock: { mode: 'real', offset_seconds: 1 } }, 'clock.offset_seconds'],
    [{ clock: { mode: 'running', offset_seconds: 1e300 } }, 'clock.offset_seconds'],
    [{ clock: { mode: 'running', offset_seconds: -1e13 } }, 'clock.offset_seconds'],
    [{ clock: { mode: 'frozen', now: '2090-01-01T00:00:00Z' } }, 'clock.now'],
    [{ version: 2 }, 'version'],
    [{ registration: [] }, 'registration'],
  ])('refuses %j and changes nothing', async (snapshot, field) => {
    await client.register('kept.com');
    const before = await get();
    const response = await put({ version: 1, ...snapshot });
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual([field]);
    expect(await get()).toEqual(before);
  });

  it('accepts 10,000 rows, and no body above 4 MiB or without authentication', async () => {
    const registrations = Array.from({ length: 10_000 }, (_, n) => ({ domain: `domain-number-${n}.com` }));
    expect(await restore({ registrations })).toMatchObject({ registrations: 10_000 });
    await restore(await get());
    const large = `{"version":1,"clock":${' '.repeat(4 * 1024 * 1024)}null}`;
    const tooLarge = await put(large);
    expect(outcomeOf(tooLarge)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(tooLarge.body.error.message).toBe(
      'The request body is larger than 4096 KiB, the maximum of this path. Send less.',
    );
    const response = await client.raw({
      method: 'PUT',
      path: WORLD,
      body: large,
      headers: { Authorization: 'Bearer x' },
    });
    expect(outcomeOf(response)).toBe('401 API_KEY_INVALID');
    expect(
      outcomeOf(
        await client.raw({ path: '/api/v1/sandbox/domains/search', body: `{"domain":"${'a'.repeat(70_000)}"}` }),
      ),
    ).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('happens before or after each sale, also when a real clock becomes frozen', async () => {
    const there = peer.clientOf(client);
    const orders = await Promise.all(Array.from({ length: 30 }, (_, n) => client.orderOf(`sale-${n}.com`)));
    const before = await get();
    const paying = orders.map((order, n) => retryUnavailable(() => (n % 2 ? client : there).pay(order, order)));
    const restored = put({ ...before, clock: { mode: 'frozen', now: '2040-01-01T00:00:00Z' } });
    const outcomes = countOutcomes(await Promise.all(paying));
    expect((await restored).status).toBe(200);
    expect(Object.keys(outcomes).filter(outcome => outcome !== '200')).toEqual([]);
    const after = await get();
    for (const order of after.orders) {
      const registration = after.registrations.find(
        ({ order_id }: { order_id: string }) => order_id === order.order_id,
      );
      expect([order.status, registration !== undefined, order.payment !== null]).toEqual(
        order.status === 'paid' ? ['paid', true, true] : ['created', false, false],
      );
      // Sales before the restore are gone, and sales after it have its time.
      if (order.status === 'paid') expect(order.paid_at).toBe('2040-01-01T00:00:00.000Z');
    }
  });

  it('lets happen soon what falls due, also if the clock runs', async () => {
    await client.advance({ by: 'P1D' });
    const { now } = (await client.getClock()).body.data;
    const inAnHour = new Date(Date.parse(now) + 3_600_000).toISOString();
    await restore({ registrations: [{ domain: 'soon.com', expires_at: inAnHour }] });
    for (const { clock } of [sandbox, peer]) clock.advance({ hours: 1 });
    await eventually(async () =>
      expect((await eventsOf(sandbox, client)).map(({ type }) => type)).toEqual(['domain.expired']),
    );
  });

  it('is refused for more rows than can be read again', async () => {
    const orders = Array.from({ length: 6_000 }, (_, n) => ({ domain: `paid-${n}.com`, status: 'paid' }));
    expect(outcomeOf(await put({ version: 1, orders }))).toBe('409 WORLD_TOO_LARGE');
    const registrations = Array.from({ length: 10_001 }, (_, n) => ({ domain: `name-${n}.com` }));
    const two = { registrations, orders: registrations };
    for (const lists of [{ registrations }, two])
      expect(outcomeOf(await put({ version: 1, ...lists }))).toBe('409 WORLD_TOO_LARGE');
  });

  it('of several processes leaves a consistent state among sales', async () => {
    const there = peer.clientOf(client);
    const orders = await Promise.all(Array.from({ length: 20 }, (_, n) => client.orderOf(`among-${n}.com`)));
    const before = await get();
    const paying = orders.map((order, n) => retryUnavailable(() => (n % 2 ? client : there).pay(order, order)));
    const restoring = concurrently(6, n => put(before, n % 2 ? client : there));
    expect(countOutcomes(await Promise.all(paying))).toEqual({ 200: 20 });
    expect(countOutcomes(await restoring)).toEqual({ 200: 6 });
    const after = await get();
    const paid = after.orders.filter(({ status }: { status: string }) => status === 'paid');
    const idsOf = (rows: { order_id: string }[]) => rows.map(({ order_id }) => order_id).toSorted();
    expect(idsOf(after.registrations)).toEqual(idsOf(paid));
    expect(after.clock).toEqual({ mode: 'real' });
  });

  it('runs one at a time', async () => {
    const worlds = ['a.com', 'b.com', 'c.com', 'd.com'].map(domain => ({ version: 1, registrations: [{ domain }] }));
    const responses = await concurrently(12, n => put(worlds[n % 4], n % 2 ? client : peer.clientOf(client)));
    expect(countOutcomes(responses)).toEqual({ 200: 12 });
    expect((await get()).registrations).toHaveLength(1);
    expect((await client.getClock()).body.data.mode).toBe('real');
  });

  it('restores any world that was built by its API', async () => {
    const step = fc.record({
      kind: fc.constantFrom('register', 'order', 'renew', 'advance'),
      name: fc.constantFrom('a', 'b', 'c'),
      days: fc.integer({ min: 1, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
        const world = await sandbox.world(client, { clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } });
        for (const { kind, name, days } of steps) {
          if (kind === 'advance') await world.advance({ by: `P${days}D` });
          if (kind === 'order')
            await world.order({
              domain: `${name}.com`,
              years: 1,
              owner: { first_name: 'A', last_name: 'B', email: 'a@b.com' },
            });
          if (kind === 'register') await world.register(`${name}.com`).catch(() => {});
          if (kind === 'renew') await world.renew({ domain: `${name}.com`, years: 1 });
        }
        const before = await get(world);
        const other = await sandbox.world(client);
        await restore(before, other);
        expect(await get(other)).toEqual(before);
        const [here, there] = [await world.advance({ by: 'P3Y' }), await other.advance({ by: 'P3Y' })];
        const happened = ({ body }: typeof here) =>
          body.data.happened.map(({ at, type, domain }: Record<string, string>) => ({ at, type, domain }));
        expect(happened(there)).toEqual(happened(here));
        for (const { tenant } of [world, other])
          await client.raw({ method: 'DELETE', path: `${WORLD}s/${tenant.slug}` });
      }),
      { numRuns: 15 },
    );
  });
});

describe('a reset', () => {
  it('counts what it removes, and returns the clock to real time', async () => {
    await fill();
    expect((await reset()).body.data).toEqual({ orders: 3, registrations: 1, payments: 2 });
    expect(await get()).toEqual({ version: 1, clock: { mode: 'real' }, orders: [], registrations: [], faults: [] });
    expect((await reset()).body.data).toEqual({ orders: 0, registrations: 0, payments: 0 });
  });
});
