import type { Client } from '../support/client.js';
import { eventsOf, failEventsOf, type LoggedEvent } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { insertRegistrations } from '../support/insert-registrations.js';
import { concurrently, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const DAY_MS = 86_400_000;
const TYPES = ['domain.expiring', 'domain.expired', 'domain.released'];

let sandbox: Sandbox;
let peers: Sandbox[];

beforeAll(async () => {
  sandbox = await startSandbox();
  peers = await concurrently(2, () => startSandbox({ peerOf: sandbox }));
});
afterEach(() => moveClocks(clock => clock.reset()));

const moveClocks = (move: (clock: Sandbox['clock']) => void) => [sandbox, ...peers].forEach(({ clock }) => move(clock));

const passDays = (days: number) => moveClocks(clock => clock.advance({ days }));

const lifeOf = (events: LoggedEvent[]) =>
  events.map(({ type, body }) => ({ type, at: body.timestamp, domain: body.data.domain }));

/** Waits until the tenant has this many events. */
const collect = (client: Client, count: number) =>
  eventually(async () => {
    const events = await eventsOf(sandbox, client);
    expect(events).toHaveLength(count);
    return events;
  });

/** The events of `d0.com`, `d1.com` and so on, in order of time and domain. */
function expectedLives(count: number, firstExpiry: number, secondsBetween: number) {
  const lives = Array.from({ length: count }, (_, n) =>
    TYPES.map((type, index) => ({
      type,
      at: new Date(firstExpiry + n * secondsBetween * 1_000 + (index - 1) * 30 * DAY_MS).toISOString(),
      domain: `d${n}.com`,
    })),
  ).flat();
  return lives.toSorted((a, b) => (a.at + a.domain < b.at + b.domain ? -1 : 1));
}

const yearsAgo = (years: number) => Date.now() - years * 365 * DAY_MS;

describe('a registration whose time passes', () => {
  it.each(['real', 'running'])('expires by a %s clock, each event with its due time', async mode => {
    const client = await sandbox.tenant();
    if (mode === 'running') await client.advance({ by: 'P3Y' });
    const { data } = (await client.register('example.com')).body;
    const expiry = Date.parse(data.expires_at);
    const due = TYPES.map((type, index) => ({
      type,
      at: new Date(expiry + (index - 1) * 30 * DAY_MS).toISOString(),
      domain: 'example.com',
    }));
    for (const [index, days] of [337, 30, 30].entries()) {
      passDays(days);
      const events = await collect(client, index + 2);
      expect(lifeOf(events).slice(1)).toEqual(due.slice(0, index + 1));
      expect(events.at(-1)!.context).toEqual({});
    }
    expect(outcomeOf(await client.getRegistration('example.com'))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it.each([
    [350, '200', ['domain.expiring', 'domain.renewed']],
    [370, '200', ['domain.expiring', 'domain.expired', 'domain.renewed']],
    [400, '409 REGISTRATION_RELEASED', ['domain.expiring', 'domain.expired', 'domain.released']],
  ])('%i days after its registration has a payment of its renewal answered with %s', async (days, outcome, types) => {
    const client = await sandbox.tenant();
    await client.register('example.com');
    const renewal = await client.renewalOf('example.com');
    // The worker has not looked at the clock yet when the payment arrives.
    passDays(days);
    const payment = await client.pay(renewal, 'late', { 'X-Idempotency-Key': 'late' });
    expect(outcomeOf(payment)).toBe(outcome);
    expect((await collect(client, types.length + 1)).map(({ type }) => type).slice(1)).toEqual(types);
  });

  it('does not expire by a frozen clock', async () => {
    const [frozen, other] = [await sandbox.tenant(), await sandbox.tenant()];
    await frozen.setClock({ mode: 'frozen' });
    for (const client of [frozen, other]) await client.register('example.com');
    passDays(2 * 366);
    await collect(other, 4);
    expect(await eventsOf(sandbox, frozen)).toHaveLength(1);
    expect((await frozen.getRegistration('example.com')).body.data.status).toBe('registered');
  });
});

describe('after years without a worker', () => {
  it('everything happens in order, exactly once, in several batches', async () => {
    const client = await sandbox.tenant();
    const firstExpiry = yearsAgo(6);
    const spread = { count: 3_000, firstExpiry: new Date(firstExpiry), secondsBetween: 30_000 };
    await insertRegistrations(sandbox, client, spread);
    const events = await collect(client, 9_000);
    expect(lifeOf(events)).toEqual(expectedLives(spread.count, firstExpiry, spread.secondsBetween));
    const [{ transactions }] = await sandbox.rows(
      'SELECT count(DISTINCT transaction_id)::int AS transactions FROM platform.events WHERE tenant_id = $1',
      [client.tenant.id],
    );
    expect(transactions).toBe(2);
    expect(events.every(({ recorded_at }) => Math.abs(recorded_at.getTime() - Date.now()) < DAY_MS)).toBe(true);
    expect(
      (await sandbox.rows('SELECT FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id])).length,
    ).toBe(0);
  });

  it('events at the same time happen in the order of their domains', async () => {
    const client = await sandbox.tenant();
    const firstExpiry = yearsAgo(1);
    const spread = { count: 2_100, firstExpiry: new Date(firstExpiry), secondsBetween: 0 };
    await insertRegistrations(sandbox, client, spread);
    expect(lifeOf(await collect(client, 6_300))).toEqual(expectedLives(spread.count, firstExpiry, 0));
  });

  it('many tenants expire at once', async () => {
    const clients: Client[] = [];
    while (clients.length < 120) clients.push(...(await concurrently(10, () => sandbox.tenant())));
    for (const client of clients)
      await insertRegistrations(sandbox, client, { count: 1, firstExpiry: new Date(yearsAgo(2)), secondsBetween: 0 });
    for (const client of clients) await collect(client, 3);
  });
});

describe('tenants whose registrations cannot expire', () => {
  it('do not hold up the others', async () => {
    const failing: Client[] = [];
    while (failing.length < 60) failing.push(...(await concurrently(10, () => sandbox.tenant())));
    const healthy = await sandbox.tenant();
    const recover = await failEventsOf(sandbox, failing);
    for (const client of [...failing, healthy])
      await insertRegistrations(sandbox, client, { count: 1, firstExpiry: new Date(yearsAgo(2)), secondsBetween: 0 });
    await collect(healthy, 3);
    for (const client of failing) expect(await eventsOf(sandbox, client)).toEqual([]);
    const logged = () =>
      sandbox.log
        .filter(({ msg }) => msg === 'due events of a tenant cannot be recorded')
        .map(({ tenantId }) => tenantId as string);
    const tenants = failing.map(({ tenant }) => tenant.id).toSorted();
    await eventually(() => expect(new Set(logged()).size).toBe(60));
    await recover();
    for (const client of failing) await collect(client, 3);
    // Each failure is logged once, although a run follows every second.
    expect(logged().toSorted()).toEqual(tenants);
  });
});
