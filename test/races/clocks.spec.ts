import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Notifications } from '#platform/database';
import { ClockControl } from '#testcontrol';
import { ADA, type Client } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { holdAfterFirstStep, holdClock } from '../support/hold-clock.js';
import { insertRegistrations } from '../support/insert-registrations.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { concurrently, countOutcomes, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

/** The lock timeout is 3.5 s with the settings of tests. */
const LONGER_THAN_LOCK_TIMEOUT_MS = 4_000;

/** With the settings of tests. */
const STATEMENT_TIMEOUT_MS = 4_500;

const LIFE = ['domain.expiring', 'domain.expired', 'domain.released'];

let sandbox: Sandbox;
let processes: Sandbox[];

beforeAll(async () => {
  sandbox = await startSandbox();
  processes = [sandbox, ...(await concurrently(2, () => startSandbox({ peerOf: sandbox })))];
});

/** The client at each process in turn. */
const at = (client: Client, n: number) => processes[n % processes.length]!.clientOf(client);

/** A client with its own key, whose ID is in its payment references. */
const buyerAt = ({ tenant }: Client, n: number) => processes[n % processes.length]!.key(tenant);

const waitForWaiting = (count: number, locktype = 'advisory') =>
  eventually(async () =>
    expect(
      await sandbox.rows(
        `SELECT FROM pg_locks WHERE locktype = $1 AND NOT granted AND database =
           (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [locktype],
      ),
    ).toHaveLength(count),
  );

/** Checks what is true of every tenant whose clock is frozen. */
async function expectConsistent(client: Client): Promise<void> {
  const { data: clock } = (await client.getClock()).body;
  const events = await eventsOf(sandbox, client);
  const lives = events.filter(({ type }) => LIFE.includes(type));
  const times = lives.map(({ occurred_at }) => occurred_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const facts = lives.map(({ type, body }) => `${type} ${body.data.order_id} ${body.data.expires_at}`);
  expect(new Set(facts).size).toBe(facts.length);

  const registrations = await sandbox.rows('SELECT * FROM domains.registrations WHERE tenant_id = $1', [
    client.tenant.id,
  ]);
  for (const { order_id, registered_at, expires_at } of registrations) {
    expect(registered_at.toISOString() <= clock.now).toBe(true);
    for (const [index, type] of LIFE.entries()) {
      const due = new Date(expires_at.getTime() + (index - 1) * 30 * 86_400_000).toISOString();
      const isRecorded = facts.includes(`${type} ${order_id} ${expires_at.toISOString()}`);
      expect({ order_id, type, isRecorded }).toEqual({ order_id, type, isRecorded: due <= clock.now });
    }
  }

  const paid = await sandbox.rows(`SELECT id, renews FROM orders.orders WHERE tenant_id = $1 AND status = 'paid'`, [
    client.tenant.id,
  ]);
  const payments = events
    .filter(({ type }) => !LIFE.includes(type))
    .map(({ type, body }) => `${type} ${body.data.order_id}`);
  expect(payments.toSorted()).toEqual(
    paid.map(({ id, renews }) => `${renews ? 'domain.renewed' : 'domain.registered'} ${id}`).toSorted(),
  );
}

describe('concurrent changes of a clock', () => {
  it('happen while domains are registered and renewed by several processes', async () => {
    const client = await sandbox.tenant();
    const keys: Client[] = [];
    for (let n = 0; n < 9; n++) keys.push(await buyerAt(client, n));
    const buyers = concurrently(9, async buyer => {
      const own = keys[buyer]!;
      for (let n = 0; n < 8; n++) {
        await own.register(`b${buyer}-${n}.com`, 1 + (n % 2));
        const renewal = await retryUnavailable(() => own.renew({ domain: `b${buyer}-${n}.com`, years: 1 }));
        if (renewal.status === 201)
          await retryUnavailable(() => own.pay(renewal.body.data.order_id, `r-${buyer}-${n}`));
      }
    });
    const advances = concurrently(3, async n => {
      for (let turn = 0; turn < 4; turn++) {
        const key = { 'X-Idempotency-Key': `advance-${n}-${turn}` };
        const send = () => at(client, n + turn).advance({ by: turn % 2 ? 'P11M' : 'P40D' }, turn % 2 ? key : {});
        expect(outcomeOf(await retryUnavailable(send))).toBe('200');
      }
    });
    await Promise.all([buyers, advances]);
    expect(outcomeOf(await client.setClock({ mode: 'frozen' }))).toBe('200');
    await expectConsistent(client);
  });

  it('add up', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    const answers = await concurrently(24, n => retryUnavailable(() => at(client, n).advance({ by: 'P30D' })));
    expect(countOutcomes(answers)).toEqual({ 200: 24 });
    const now = new Date(Date.UTC(2027, 0, 1 + 24 * 30)).toISOString();
    expect((await client.getClock()).body.data).toMatchObject({ mode: 'frozen', now });
  });

  it('with one idempotency key happen once', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    await client.register('example.com');
    const key = { 'X-Idempotency-Key': 'the-same' };
    const answers = await concurrently(9, n => retryUnavailable(() => at(client, n).advance({ by: 'P2Y' }, key)));
    expect(countOutcomes(answers)).toEqual({ 200: 9 });
    for (const { body } of answers)
      expect(body.data).toEqual({ ...answers[0]!.body.data, offset_seconds: expect.any(Number) });
    expect(answers[0]!.body.data).toMatchObject({ now: '2029-01-01T00:00:00.000Z', more: 0 });
    expect(answers[0]!.body.data.happened).toHaveLength(3);
  });
});

describe('a change that waits for the clock longer than the lock timeout', () => {
  it.each([{}, { 'X-Idempotency-Key': 'patient' }])('with the headers %j happens afterwards', async headers => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    const clock = await holdClock(sandbox.database.url, client.tenant.id);
    const advance = client.advance({ by: 'P1Y' }, headers);
    await sleep(LONGER_THAN_LOCK_TIMEOUT_MS);
    await clock.release();
    expect((await advance).body.data).toMatchObject({ now: '2028-01-01T00:00:00.000Z' });
  });
});

describe('the last step of a change', () => {
  it('is repeated after a lock timeout', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    const { id: tenantId, slug } = client.tenant;
    const target = '2028-01-01T00:00:00.000Z';
    await sandbox.rows(
      `INSERT INTO testcontrol.clock_changes (id, tenant_id, mode, target, happened, total, changed_at, is_finished)
       VALUES ($1, $1, 'frozen', $2, '[]', 0, now(), false)`,
      [tenantId, target],
    );
    await sandbox.rows('UPDATE tenancy.clocks SET change_id = $1 WHERE tenant_id = $1', [tenantId]);
    const blocking = await sandbox.database.pool.connect();
    await blocking.query('BEGIN');
    await blocking.query('SELECT FROM testcontrol.clock_changes WHERE id = $1 FOR UPDATE', [tenantId]);
    const change = sandbox.app.get(ClockControl).finish({ id: tenantId, slug, currency: 'USD' }, tenantId);
    await sleep(LONGER_THAN_LOCK_TIMEOUT_MS);
    await blocking.query('COMMIT');
    blocking.release();
    expect((await change).isFinished).toBe(true);
    expect((await client.getClock()).body.data.now).toBe(target);
  });
});

it('waits for the statements of a process that does not confirm that orders lock the clock', async () => {
  const { tenant } = await sandbox.tenant();
  const confirmed = jest.spyOn(sandbox.app.get(Notifications), 'confirmed').mockResolvedValue(false);
  const started = performance.now();
  try {
    await sandbox.app.get(ClockControl).requireLocks({ ...tenant, currency: 'USD' });
  } finally {
    confirmed.mockRestore();
  }
  expect(performance.now() - started).toBeGreaterThan(STATEMENT_TIMEOUT_MS);
});

describe('the log of a tenant', () => {
  it('has the order of the changes that made its events, also with idempotency keys', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    await client.register('first.com');
    await client.register('second.com', 2);
    const clock = await holdClock(sandbox.database.url, client.tenant.id);
    const first = client.advance({ to: '2028-01-15T00:00:00Z' });
    await waitForWaiting(1);
    const second = at(client, 1).advance({ to: '2029-01-15T00:00:00Z' }, { 'X-Idempotency-Key': 'second' });
    await waitForWaiting(2);
    await clock.release();
    expect(countOutcomes(await Promise.all([first, second]))).toEqual({ 200: 2 });
    const times = (await eventsOf(sandbox, client)).map(({ occurred_at }) => occurred_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('has a renewal after the events before it, also with an idempotency key', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    await client.register('example.com');
    const renewal = await client.renewalOf('example.com');
    const clock = await holdClock(sandbox.database.url, client.tenant.id);
    const advance = client.advance({ to: '2028-01-15T00:00:00Z' });
    await waitForWaiting(1);
    const payment = client.pay(renewal, 'late', { 'X-Idempotency-Key': 'late' });
    await waitForWaiting(2);
    await clock.release();
    expect(countOutcomes(await Promise.all([advance, payment]))).toEqual({ 200: 2 });
    expect((await eventsOf(sandbox, client)).map(({ type }) => type)).toEqual([
      'domain.registered',
      'domain.expiring',
      'domain.expired',
      'domain.renewed',
    ]);
  });
});

describe('many advances of one tenant at once', () => {
  it('all succeed, and do not hold up other tenants', async () => {
    const [client, other] = [await sandbox.tenant(), await sandbox.tenant()];
    await client.freeze('2027-01-01T00:00:00Z');
    const spread = { count: 1_000, firstExpiry: '2028-06-01T00:00:00Z', secondsBetween: 10_000 };
    await insertRegistrations(sandbox, client, spread);
    let isDone = false;
    const advances = concurrently(20, () => client.advance({ by: 'P1M' })).finally(() => (isDone = true));
    const outcomes: string[] = [];
    for (let n = 1; !isDone; n++) outcomes.push(outcomeOf(await other.search({ domain: `other-${n}.com` })));
    expect(countOutcomes(await advances)).toEqual({ 200: 20 });
    expect(new Set(outcomes)).toEqual(new Set(['200']));
    expect((await client.getClock()).body.data.now).toBe('2028-09-01T00:00:00.000Z');
  });
});

describe('a change of the clock during an order', () => {
  const NOW = '2027-01-01T00:00:00.000Z';
  const LATER = '2027-02-01T00:00:00.000Z';
  const KEY = { 'X-Idempotency-Key': 'slow' };
  const register = (client: Client, headers = {}) => client.order({ domain: 'new.com', years: 1, owner: ADA }, headers);
  const renew = (client: Client, headers = {}) => client.renew({ domain: 'old.com', years: 1 }, headers);

  /** Advances the clock while the statement that places an order waits. */
  async function advanceDuring(client: Client, place: () => Promise<HttpResponse>) {
    const blocking = await sandbox.database.pool.connect();
    await blocking.query('BEGIN; LOCK TABLE orders.orders IN EXCLUSIVE MODE');
    const order = place();
    await waitForWaiting(1, 'relation');
    const advance = client.advance({ to: LATER });
    const first = await Promise.race([advance, sleep(300, 'waiting')]);
    await blocking.query('COMMIT');
    blocking.release();
    return { first, order: (await order).body.data, now: (await advance).body.data.now };
  }

  let client: Client;
  beforeEach(async () => {
    client = await sandbox.tenant();
    await client.freeze(NOW);
    await client.register('old.com');
  });

  it.each([
    ['a registration', register, {}],
    ['a registration with a key', register, KEY],
    ['a renewal', renew, {}],
    ['a renewal with a key', renew, KEY],
  ])('waits until %s is placed', async (_, place, headers) => {
    const { first, order, now } = await advanceDuring(client, () => place(client, headers));
    expect([first, order.created_at, now]).toEqual(['waiting', NOW, LATER]);
  });

  it('happens before an order with an expired idempotency key, which gets the new time', async () => {
    await register(client, KEY);
    await sandbox.rows(
      `UPDATE platform.idempotency_keys SET created_at = created_at - interval '2 days' WHERE tenant_id = $1`,
      [client.tenant.id],
    );
    // The first attempt finds the old key; the second one waits for the clock.
    const { order } = await advanceDuring(client, () => register(client, KEY));
    expect(order.created_at).toBe(LATER);
  });
});

describe('a reset during an advance', () => {
  it('waits for the clock longer than the lock timeout', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    const operator = await sandbox.person({ role: 'operator' });
    const clock = await holdClock(sandbox.database.url, client.tenant.id);
    const reset = operator.post(`tenants/${client.tenant.slug}/reset`, { confirm: client.tenant.slug });
    await sleep(LONGER_THAN_LOCK_TIMEOUT_MS);
    await clock.release();
    expect(outcomeOf(await reset)).toBe('200');
    expect((await client.getClock()).body.data).toMatchObject({ mode: 'real' });
  });

  it('ends the advance, and leaves a real clock and no data', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2027-01-01T00:00:00Z');
    // Each registration has three events; a step records up to 8,000 events.
    const spread = { count: 6_000, firstExpiry: '2027-06-01T00:00:00Z', secondsBetween: 60 };
    await insertRegistrations(sandbox, client, spread);
    const operator = await sandbox.person({ role: 'operator' });
    const { url } = sandbox.database;
    // On a slow machine, a step can time out; a repetition with the same key continues the change.
    const { change: advance, release } = await holdAfterFirstStep(url, client.tenant.id, () =>
      retryUnavailable(() => client.advance({ to: '2030-01-01T00:00:00Z' }, { 'X-Idempotency-Key': 'advance' })),
    );
    const reset = operator.post(`tenants/${client.tenant.slug}/reset`, { confirm: client.tenant.slug });
    // The second step and the reset; the second step gets the lock first.
    await waitForWaiting(2);
    await release();
    expect(outcomeOf(await reset)).toBe('200');
    const left = 'SELECT FROM domains.registrations WHERE tenant_id = $1';
    expect(await sandbox.rows(left, [client.tenant.id])).toEqual([]);
    const { status, body } = await advance;
    expect(status).toBe(200);
    const events = await eventsOf(sandbox, client);
    expect(body.data).toMatchObject({ mode: 'real', offset_seconds: 0, more: events.length - 1_000 });
    expect(events.length).toBeLessThan(18_000);
    expect((await client.getClock()).body.data).toMatchObject({ mode: 'real' });
    await client.register('d0.com');
    await client.register('after-the-reset.com');
    expect(outcomeOf(await client.advance({ by: 'P400D' }))).toBe('200');
  });
});
