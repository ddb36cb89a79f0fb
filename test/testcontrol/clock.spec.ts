import { ADA, type Client, REGISTRY } from '../support/client.js';
import { eventsOf, failEventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const DAY_MS = 86_400_000;

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const get = async (of = client) => (await of.getClock()).body.data;

const yearsFromNow = (years: number) => {
  const time = new Date();
  time.setUTCFullYear(time.getUTCFullYear() + years);
  return time;
};

describe('the clock of a tenant', () => {
  it('shows real time at first', async () => {
    const { mode, now, offset_seconds, meta } = await get();
    expect({ mode, offset_seconds, meta }).toEqual({
      mode: 'real',
      offset_seconds: 0,
      meta: { source: 'nameyard-sandbox' },
    });
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  });

  it('stands still when it is frozen', async () => {
    const now = yearsFromNow(1).toISOString();
    const { status, body } = await client.setClock({ mode: 'frozen', now });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ mode: 'frozen', now, happened: [], more: 0 });
    expect(await get()).toMatchObject({ mode: 'frozen', now });
    const { data } = (await client.order({ domain: 'example.com', years: 1, owner: ADA })).body;
    expect(data.created_at).toBe(now);
    expect((await client.pay(data.order_id)).body.data.registered_at).toBe(now);
    expect((await client.getOrder(data.order_id)).body.data.paid_at).toBe(now);
    expect(await eventsOf(sandbox, client)).toMatchObject([{ type: 'domain.registered', body: { timestamp: now } }]);
  });

  it('runs from the given time', async () => {
    const from = yearsFromNow(2);
    await client.setClock({ mode: 'running', now: from.toISOString() });
    const { mode, now, offset_seconds } = await get();
    expect(mode).toBe('running');
    expect(Date.parse(now) - from.getTime()).toBeGreaterThanOrEqual(0);
    expect(Date.parse(now) - from.getTime()).toBeLessThan(60_000);
    expect(Math.abs(offset_seconds - (Date.parse(now) - Date.now()) / 1_000)).toBeLessThan(60);
  });

  it('becomes a running one when it is advanced', async () => {
    const { body } = await client.advance({ by: 'P30D' });
    expect(body.data.mode).toBe('running');
    expect(body.data.offset_seconds).toBeGreaterThanOrEqual(30 * 86_400 - 1);
    expect(body.data.offset_seconds).toBeLessThan(30 * 86_400 + 60);
  });

  it('keeps running from the time of the request', async () => {
    const offsets: number[] = [];
    for (const by of ['P30D', 'PT0S', 'P1D']) offsets.push((await client.advance({ by })).body.data.offset_seconds);
    expect(offsets).toEqual([30, 30, 31].map(days => days * 86_400));
  });

  it.each([
    ['2027-01-31T10:00:00Z', 'P1M', '2027-02-28T10:00:00.000Z'],
    ['2028-02-29T00:00:00Z', 'P1Y', '2029-02-28T00:00:00.000Z'],
    ['2027-01-01T00:00:00Z', 'P1Y2M10DT2H30M', '2028-03-11T02:30:00.000Z'],
    ['2027-01-01T00:00:00Z', 'P1W', '2027-01-08T00:00:00.000Z'],
    ['2027-01-01T00:00:00Z', 'PT0.5S', '2027-01-01T00:00:00.500Z'],
  ])('at %s, advanced by %s, shows %s', async (now, by, expected) => {
    await client.setClock({ mode: 'frozen', now });
    expect((await client.advance({ by })).body.data).toMatchObject({ mode: 'frozen', now: expected });
  });

  it('belongs to one tenant', async () => {
    const other = await sandbox.tenant();
    await client.advance({ by: 'P1Y' });
    expect(await get(other)).toMatchObject({ mode: 'real' });
  });
});

describe('a refused change', () => {
  it.each([
    ['advance', {}, ['by']],
    ['advance', { by: 'P1D', to: '2030-01-01T00:00:00Z' }, ['to']],
    ['advance', { by: '-P1D' }, ['by']],
    ['advance', { by: 'P-1D' }, ['by']],
    ['advance', { by: 'tomorrow' }, ['by']],
    ['advance', { by: 'P' }, ['by']],
    ['advance', { by: 7 }, ['by']],
    ['advance', { by: 'P20Y1D' }, ['by']],
    ['advance', { by: 'P999999999Y' }, ['by']],
    ['advance', { to: '2090-01-01T00:00:00Z' }, ['to']],
    ['advance', { to: 'soon' }, ['to']],
    ['advance', { by: 'P1D', until: 'x' }, ['until']],
    ['set', {}, ['mode']],
    ['set', { mode: 'fast' }, ['mode']],
    ['set', { mode: 'frozen', now: 'x' }, ['now']],
    ['set', { mode: 'frozen', now: '2090-01-01T00:00:00Z' }, ['now']],
    ['set', { mode: 'real', now: '2027-01-01T00:00:00Z' }, ['now']],
  ])('%s %j gets 422 with its field', async (operation, body, fields) => {
    const response = await (operation === 'set' ? client.setClock(body) : client.advance(body));
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual(fields);
    expect(await get()).toMatchObject({ mode: 'real' });
  });

  it('gets 409 CLOCK_BACKWARDS for an earlier time', async () => {
    const past = new Date(Date.now() - DAY_MS).toISOString();
    for (const response of [await client.advance({ to: past }), await client.setClock({ mode: 'frozen', now: past })])
      expect(outcomeOf(response)).toBe('409 CLOCK_BACKWARDS');
    expect(await get()).toMatchObject({ mode: 'real' });
  });
});

describe('a return to real time', () => {
  it('is possible while nothing is dated later', async () => {
    await client.setClock({ mode: 'frozen', now: yearsFromNow(3).toISOString() });
    expect((await client.setClock({ mode: 'real' })).body.data).toMatchObject({ mode: 'real', offset_seconds: 0 });
  });

  it.each([
    ['an order', () => client.orderOf('example.com')],
    ['a registration', () => client.register('example.com')],
  ])('gets 409 after %s', async (_, work) => {
    await client.setClock({ mode: 'frozen', now: yearsFromNow(3).toISOString() });
    await work();
    expect(outcomeOf(await client.setClock({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
  });

  it('gets 409 after an event of a registration', async () => {
    await client.register('example.com');
    await client.advance({ by: 'P11M15D' });
    expect(outcomeOf(await client.setClock({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
  });

  const transferOut = async () => {
    await client.updateRegistration('example.com', { locked: false });
    const { auth_code } = (await client.getAuthCode('example.com')).body.data;
    const body = { domain: 'example.com', auth_code };
    expect((await client.raw({ path: `${REGISTRY}/transfer-out`, body })).status).toBe(200);
  };

  it('gets 409 after a payment of an earlier order whose domain was transferred away since', async () => {
    const order = await client.orderOf('example.com');
    await client.advance({ by: 'P1D' });
    await client.pay(order);
    await transferOut();
    expect(outcomeOf(await client.setClock({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
  });

  it('gets 409 after a decision about an earlier payment whose domain was transferred away since', async () => {
    await client.setRegistry({ registration: 'async', registration_delay: 'P2D' });
    await client.pay(await client.orderOf('example.com'));
    await client.advance({ by: 'P1D' });
    const body = { domain: 'example.com', outcome: 'registered' };
    expect((await client.raw({ path: `${REGISTRY}/decide`, body })).status).toBe(200);
    await transferOut();
    expect(outcomeOf(await client.setClock({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
  });

  it.each([
    ['a registration', () => client.orderOf('example.com'), 'P1D'],
    ['a renewal', async () => (await client.register('example.com'), client.renewalOf('example.com')), 'P1D'],
    ['a registration that was released since', () => client.orderOf('example.com'), 'P1D', 'P2Y'],
  ])('gets 409 after a payment of %s whose order is earlier', async (_, place, ...durations) => {
    const order = await place();
    const [before, after] = durations;
    await client.advance({ by: before });
    expect(outcomeOf(await client.pay(order))).toBe('200');
    if (after) await client.advance({ by: after });
    expect(outcomeOf(await client.setClock({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
  });

  it('follows a reset of the tenant', async () => {
    await client.setClock({ mode: 'frozen', now: yearsFromNow(3).toISOString() });
    await client.register('example.com');
    const operator = await sandbox.person({ role: 'operator' });
    await operator.post(`tenants/${client.tenant.slug}/reset`, { confirm: client.tenant.slug });
    expect(await get()).toMatchObject({ mode: 'real' });
    expect(outcomeOf(await client.getRegistration('example.com'))).toBe('404 REGISTRATION_NOT_FOUND');
  });
});

describe('the life of a registration', () => {
  it('expires and is released, each event with its due time', async () => {
    await client.setClock({ mode: 'frozen', now: '2027-03-01T12:00:00Z' });
    await client.register('example.com');
    const { data } = (await client.advance({ to: '2029-01-01T00:00:00Z' })).body;
    const due = [
      { at: '2028-01-31T12:00:00.000Z', type: 'domain.expiring', domain: 'example.com' },
      { at: '2028-03-01T12:00:00.000Z', type: 'domain.expired', domain: 'example.com' },
      { at: '2028-03-31T12:00:00.000Z', type: 'domain.released', domain: 'example.com' },
    ];
    expect(data).toMatchObject({ mode: 'frozen', now: '2029-01-01T00:00:00.000Z', happened: due, more: 0 });
    const events = (await eventsOf(sandbox, client)).slice(1);
    expect(events.map(({ id }) => id)).toEqual(data.happened.map(({ event_id }: { event_id: string }) => event_id));
    expect(events.map(({ type, body }) => ({ type, at: body.timestamp, domain: body.data.domain }))).toEqual(due);
    expect(events.map(({ body }) => [body.data.status, body.data.expires_at])).toEqual(
      ['registered', 'expired', 'released'].map(status => [status, '2028-03-01T12:00:00.000Z']),
    );
    expect(outcomeOf(await client.getRegistration('example.com'))).toBe('404 REGISTRATION_NOT_FOUND');
    expect((await client.search({ domain: 'example.com' })).body.data.status).toBe('available');
  });

  it('is expired from its expiry on, and can be renewed until its release', async () => {
    await client.setClock({ mode: 'frozen', now: '2027-03-01T12:00:00Z' });
    await client.register('example.com');
    await client.advance({ to: '2028-03-01T11:59:59.999Z' });
    expect((await client.getRegistration('example.com')).body.data.status).toBe('registered');
    await client.advance({ to: '2028-03-01T12:00:00Z' });
    expect((await client.getRegistration('example.com')).body.data.status).toBe('expired');
    await client.advance({ to: '2028-03-31T11:59:59.999Z' });
    expect((await client.search({ domain: 'example.com' })).body.data.status).toBe('taken');
    await client.pay(await client.renewalOf('example.com', 1));
    const { data } = (await client.advance({ to: '2028-12-31T00:00:00Z' })).body;
    expect(data.happened).toEqual([]);
    expect((await client.getRegistration('example.com')).body.data).toMatchObject({
      status: 'registered',
      expires_at: '2029-03-01T12:00:00.000Z',
    });
  });

  it('cannot be renewed after its release', async () => {
    await client.setClock({ mode: 'frozen', now: '2027-03-01T12:00:00Z' });
    await client.register('example.com');
    const renewal = await client.renewalOf('example.com');
    await client.advance({ to: '2028-03-31T12:00:00Z' });
    const response = await client.checkout({ order_id: renewal, payment: { method: 'test', reference: 'late' } });
    expect(outcomeOf(response)).toBe('409 REGISTRATION_RELEASED');
    expect(outcomeOf(await client.renew({ domain: 'example.com', years: 1 }))).toBe('404 REGISTRATION_NOT_FOUND');
  });
});

describe('a repeated advance', () => {
  it('with an idempotency key moves the clock once and lists the same events', async () => {
    await client.setClock({ mode: 'frozen', now: '2027-03-01T12:00:00Z' });
    await client.register('example.com');
    const key = { 'X-Idempotency-Key': 'one-year' };
    const first = await client.advance({ by: 'P1Y' }, key);
    const again = await client.advance({ by: 'P1Y' }, key);
    expect(first.body.data.happened).toHaveLength(2);
    expect(again.body.data).toEqual({ ...first.body.data, offset_seconds: expect.any(Number) });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(outcomeOf(await client.advance({ by: 'P2Y' }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  it('at once happens one after the other', async () => {
    await client.setClock({ mode: 'frozen', now: '2027-01-01T00:00:00Z' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.advance({ by: 'P1Y' })));
    expect(answers.map(({ body }) => body.data.mode)).toEqual(Array(10).fill('frozen'));
    expect(await get()).toMatchObject({ now: '2037-01-01T00:00:00.000Z' });
  });
});

describe('a change whose process has ended', () => {
  /** Leaves the clock as a process that was killed at the beginning of an advance. */
  const abandon = async ({ tenant }: Client) => {
    const id = `clk_${tenant.slug}`;
    await sandbox.rows('UPDATE tenancy.clocks SET change_id = $2 WHERE tenant_id = $1', [tenant.id, id]);
    await sandbox.rows(
      `INSERT INTO testcontrol.clock_changes (id, tenant_id, mode, target, happened, total, changed_at, is_finished)
       VALUES ($1, $2, 'frozen', '2029-01-01T00:00:00Z', '[]', 0, now() - interval '1 hour', false)`,
      [id, tenant.id],
    );
  };

  it('is completed by the worker, also when that of another tenant fails', async () => {
    const [failing, other] = [await sandbox.tenant(), await sandbox.tenant()];
    for (const each of [failing, other]) {
      await each.freeze('2027-03-01T12:00:00Z');
      await each.register('example.com');
    }
    const recover = await failEventsOf(sandbox, [failing]);
    try {
      for (const each of [failing, other]) await abandon(each);
      await eventually(async () => expect(await get(other)).toMatchObject({ now: '2029-01-01T00:00:00.000Z' }));
      expect(await eventsOf(sandbox, other)).toHaveLength(4);
      expect(await get(failing)).toMatchObject({ now: '2027-03-01T12:00:00.000Z' });
      expect(sandbox.log).toContainEqual(expect.objectContaining({ msg: 'continuing clock changes failed' }));
    } finally {
      // Other test files share the service and its database.
      await recover();
    }
  });
});
