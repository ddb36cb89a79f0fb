import { jest } from '@jest/globals';
import { RequestLimits } from '#api-keys';
import { Clock } from '#platform/process/clock';
import { Accounts, KillSwitch, Purchases, RegistrarFailure, RegistrarGateway, StuckOrders } from '#registrar';
import { type Client, WORLD } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import type { Sandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';
import { openRegistrar, REGISTRANT, Shop, startLive, TIMEOUT_MS } from './installation.js';

let registrar: Sandbox;
let account: Client;
let live: Sandbox;
let shop: Shop;

beforeAll(async () => {
  ({ registrar, account } = await openRegistrar());
  live = await startLive(registrar, account);
  shop = await Shop.open(live);
});

/** Waits until an order has an outcome. */
async function outcome(id: string, of = shop) {
  let order: Awaited<ReturnType<Shop['state']>>;
  await eventually(async () => {
    order = await of.state(id);
    expect(order.domain_status).not.toBe('pending');
  });
  return order;
}

/** Breaks the next payment of a domain at the registrar. */
const breakPayment = (domain: string, fault: object) =>
  account.raw({
    path: '/api/v1/sandbox/control/faults',
    body: { match: { operation: 'checkout', domain }, times: 1, fault },
  });

/** Skips the pause before the second look for a submission without an effect. */
async function skipPause(domain: string): Promise<void> {
  const missing = 'SELECT FROM registrar.orders WHERE domain = $1 AND missing_since IS NOT NULL';
  await eventually(async () => expect(await live.rows(missing, [domain])).toHaveLength(1));
  live.clock.advance({ ms: TIMEOUT_MS });
}

/** The orders that were paid at the registrar. */
const soldOrders = (domain: string) =>
  registrar.rows(`SELECT total, settings FROM orders.orders WHERE tenant_id = $1 AND domain = $2 AND status = 'paid'`, [
    account.tenant.id,
    domain,
  ]);

/** The events of an order, with their environment. */
const eventsOf = async (id: string) =>
  (await live.rows(`SELECT body, context FROM platform.events WHERE key = $1 ORDER BY position`, [id])).map(
    ({ body, context }) => Object.assign(JSON.parse(body) as object, { context }),
  );

const busy = () => new RegistrarFailure('busy', { kind: 'unavailable', status: 503 });

const setSwitch = (on: boolean) => live.app.get(KillSwitch).set({ on, reason: 'a test' }, TESTER);

describe('a live purchase', () => {
  it('registers the domain at the registrar, captures its price, and records one live event', async () => {
    const before = await shop.account();
    const placed = await shop.order(
      'first-live.com',
      { settings: { privacy: true } },
      { 'X-Idempotency-Key': 'order-1' },
    );
    expect(placed.status).toBe(201);
    expect(placed.body.meta).toEqual({ source: 'nameyard-live', environment: 'live' });
    const { order_id: id, amount } = placed.body.data;
    const paid = await shop.pay(id, 'first', { 'X-Idempotency-Key': 'pay-1' });
    expect(paid.status).toBe(202);
    expect(paid.body.data).toEqual({
      order_id: id,
      domain: 'first-live.com',
      status: 'paid',
      domain_status: 'pending',
      registered_at: null,
      expires_at: null,
      meta: { source: 'nameyard-live' },
    });
    expect(await outcome(id)).toMatchObject({
      status: 'paid',
      domain_status: 'registered',
      failure: null,
      refund: null,
    });
    // Repeated requests get the first result, although the order has an outcome now.
    for (const again of [await shop.pay(id, 'first'), await shop.pay(id, 'first', { 'X-Idempotency-Key': 'pay-1' })]) {
      expect(again.status).toBe(202);
      expect(again.body.data).toEqual(paid.body.data);
    }
    const [sold, ...more] = await soldOrders('first-live.com');
    expect(more).toEqual([]);
    expect(Number(sold.total)).toBe(Math.round(amount.total * 100));
    const { data: registration } = await shop.get('registrations/first-live.com');
    const held = (await account.getRegistration('first-live.com')).body.data;
    expect(registration).toMatchObject({ order_id: id, status: 'registered', years: 1 });
    expect(Date.parse(registration.expires_at)).toBe(Math.floor(Date.parse(held.expires_at) / 1000) * 1000);
    expect(held).toMatchObject({ privacy: true, auto_renew: false, contact: REGISTRANT });
    expect(await shop.account()).toMatchObject({
      credit: before.credit,
      held: before.held,
      spent: before.spent + amount.total,
      spent_today: before.spent_today + amount.total,
    });
    const [event, ...others] = await eventsOf(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      environment: 'live',
      type: 'domain.registered',
      context: { environment: 'live' },
      data: { order_id: id, domain: 'first-live.com', amount, tenant: shop.client.tenant.slug },
    });
  });

  it('renews a domain at the registrar, for the ordered years', async () => {
    await outcome(await shop.buy('renewed-live.com'));
    const before = (await shop.get('registrations/renewed-live.com')).data;
    const { data } = (await shop.renew('renewed-live.com', { years: 2 })).body;
    expect((await shop.pay(data.order_id, data.order_id)).status).toBe(202);
    expect(await outcome(data.order_id)).toMatchObject({ kind: 'renewal', domain_status: 'registered', years: 2 });
    const after = (await shop.get('registrations/renewed-live.com')).data;
    const years = new Date(after.expires_at).getUTCFullYear() - new Date(before.expires_at).getUTCFullYear();
    expect([years, after.years, after.order_id]).toEqual([2, 3, before.order_id]);
    expect(await soldOrders('renewed-live.com')).toHaveLength(2);
    expect(await eventsOf(data.order_id)).toMatchObject([
      { type: 'domain.renewed', environment: 'live', data: { previous_expires_at: before.expires_at, years: 2 } },
    ]);
  });

  it('announces a renewal that fails with its own order', async () => {
    const bought = await shop.buy('lost-live.com');
    await outcome(bought);
    await account.deleteRegistration('lost-live.com');
    const id = await shop.buy('lost-live.com', { renews: true });
    expect(await outcome(id)).toMatchObject({ status: 'refunded', failure: { code: 'REGISTRATION_NOT_FOUND' } });
    expect(await eventsOf(id)).toMatchObject([
      { type: 'domain.renewal_failed', data: { order_id: id, domain: 'lost-live.com', status: 'registered' } },
    ]);
  });

  it('waits for the decision of the registry', async () => {
    const [approved, rejected] = [await shop.buy('a-pending-live.com'), await shop.buy('a-rejected-live.com')];
    for (const domain of ['a-pending-live.com', 'a-rejected-live.com'])
      await eventually(async () => expect(await soldOrders(domain)).toHaveLength(1));
    const decide = (domain: string, result: string) =>
      account.raw({ path: '/api/v1/sandbox/control/registry/decide', body: { domain, outcome: result } });
    expect((await shop.state(approved)).domain_status).toBe('pending');
    await decide('a-pending-live.com', 'registered');
    await decide('a-rejected-live.com', 'failed');
    expect((await outcome(approved)).domain_status).toBe('registered');
    expect(await outcome(rejected)).toMatchObject({
      status: 'refunded',
      domain_status: 'failed',
      reason: 'registry_rejected',
      failure: { code: 'REGISTRY_REJECTED' },
    });
    expect(await eventsOf(rejected)).toMatchObject([
      { type: 'domain.registration_failed', environment: 'live', data: { reason: 'registry_rejected' } },
    ]);
  });

  it('buys a premium domain at the accepted price', async () => {
    const refused = await shop.order('my-premium-live.com');
    expect(outcomeOf(refused)).toBe('422 PRICE_NOT_ACCEPTED');
    const max_amount = refused.body.error.details[0].amount;
    const rich = await Shop.open(live, { credit: '100000' });
    const id = await rich.buy('my-premium-live.com', { max_amount });
    expect(await outcome(id, rich)).toMatchObject({ domain_status: 'registered', amount: max_amount });
  });

  it('buys and renews once when the answer to the submission is lost, cut off, or an error', async () => {
    const faults = {
      'answer-lost.com': { kind: 'reset', phase: 'after' },
      'answer-error.com': { kind: 'error', code: 'INTERNAL_ERROR' },
      'answer-cut-off.com': { kind: 'truncate', bytes: 10 },
    };
    const buyBroken = async (domain: string, fault: object, renews = false) => {
      await breakPayment(domain, fault);
      const id = await shop.buy(domain, { renews });
      expect((await outcome(id)).domain_status).toBe('registered');
      expect(await eventsOf(id)).toHaveLength(1);
    };
    await Promise.all([
      ...Object.entries(faults).map(([domain, fault]) => buyBroken(domain, fault)),
      skipPause('answer-error.com'),
      shop.buy('renewed-once.com').then(async id => {
        await outcome(id);
        await buyBroken('renewed-once.com', faults['answer-lost.com'], true);
      }),
    ]);
    for (const domain of Object.keys(faults)) expect(await soldOrders(domain)).toHaveLength(1);
    expect(await soldOrders('renewed-once.com')).toHaveLength(2);
    expect((await shop.get('registrations/renewed-once.com')).data.years).toBe(2);
  });

  it('fails, and releases its price, when somebody else got the domain after the checkout', async () => {
    const before = await shop.account();
    const { order_id: id } = (await shop.order('contested.com')).body.data;
    // The purchase cannot mark, and waits.
    const mark = jest.spyOn(live.app.get(RegistrarGateway), 'createLabeledContact').mockRejectedValue(busy());
    expect((await shop.pay(id, id)).status).toBe(202);
    await eventually(() => expect(mark).toHaveBeenCalled());
    await account.register('contested.com');
    mark.mockRestore();
    expect(await outcome(id)).toMatchObject({
      status: 'refunded',
      reason: 'domain_taken',
      refund: { currency: 'USD' },
    });
    expect(await shop.account()).toEqual(before);
    expect(outcomeOf(await shop.pay(id, 'again'))).toBe('409 ORDER_REFUNDED');
    expect((await shop.pay(id, id)).status).toBe(202);
  });

  it('fails with the words of the registrar when it refuses the registrant', async () => {
    const unknown = { ...REGISTRANT, phone: '12' };
    expect(outcomeOf(await shop.order('refused-live.com', { owner: unknown }))).toBe('422 VALIDATION_FAILED');
    const submit = jest
      .spyOn(live.app.get(RegistrarGateway), 'submit')
      .mockRejectedValueOnce(new RegistrarFailure('The registrant is blocked', { kind: 'refused', status: 400 }))
      .mockRejectedValueOnce(new RegistrarFailure(`${'x'.repeat(299)}👤👤`, { kind: 'refused', status: 400 }))
      .mockRejectedValueOnce(new RegistrarFailure('Half \0of a \ud83d', { kind: 'refused', status: 400 }));
    for (const message of ['The registrant is blocked', `${'x'.repeat(299)}👤`, 'Half \ufffdof a \ufffd']) {
      const id = await shop.buy('refused-live.com');
      expect((await outcome(id)).failure).toEqual({ code: 'REGISTRAR_REFUSED', message });
    }
    submit.mockRestore();
    expect(await soldOrders('refused-live.com')).toEqual([]);
  });

  it('fails when the registrar does not support the TLD any more', async () => {
    const { order_id: id } = (await shop.order('unsupported-live.com')).body.data;
    const gateway = live.app.get(RegistrarGateway);
    const check = gateway.check.bind(gateway);
    // A proxy may have sent this answer: the order waits, and the check is repeated.
    const unreadable = new RegistrarFailure('the answer is unreadable', { kind: 'unavailable', status: 400 });
    const unsupported = new RegistrarFailure('TLD .com is not supported', { kind: 'refused', status: 400 });
    // The checkout checks the domain, too.
    const spy = jest
      .spyOn(gateway, 'check')
      .mockImplementationOnce(check)
      .mockRejectedValueOnce(unreadable)
      .mockRejectedValueOnce(unsupported);
    expect((await shop.pay(id, id)).status).toBe(202);
    expect(await outcome(id)).toMatchObject({ status: 'refunded', failure: { code: 'unsupported_tld' } });
    expect(spy).toHaveBeenCalledTimes(3);
    spy.mockRestore();
    expect(await eventsOf(id)).toMatchObject([{ data: { reason: 'unsupported_tld' } }]);
  });

  it('continues after an interruption before and after each call and each commit, and buys once', async () => {
    const crash = Object.assign(new Error('the process died'), { code: 'ECONNREFUSED' });
    const calls = ['createLabeledContact', 'find', 'check', 'prices', 'submit', 'poll'] as const;
    const commits = ['mark', 'submit', 'poll'];
    const points = [...calls, ...commits.map(step => `commit ${step}`), 'start of submit'].flatMap(point =>
      (point === 'start of submit' ? ['before'] : ['before', 'after']).map(when => ({ point, when })),
    );
    const planned = new Map(points.map((planning, n) => [`crash-${n}.com`, planning]));
    const ids = new Map<string, string>();
    const crashed = new Set<string>();
    /** Runs `work` of a domain, and throws before or after it if that is planned. The step ends there, as in a crash. */
    const around = async <T>(point: string, domain: string | undefined, work: () => Promise<T>): Promise<T> => {
      const plan = domain === undefined ? undefined : planned.get(domain);
      if (!plan || plan.point !== point || crashed.has(domain!)) return work();
      crashed.add(domain!);
      if (plan.when === 'after') await work();
      // As after the end of the lease.
      await live.rows('UPDATE registrar.orders SET leased_until = NULL WHERE domain = $1', [domain]);
      throw crash;
    };
    const before = await shop.account();
    await Promise.all(
      Array.from(planned.keys(), async domain => ids.set(domain, (await shop.order(domain)).body.data.order_id)),
    );
    const domainOf = (id: string) => points.map((_, n) => `crash-${n}.com`).find(domain => ids.get(domain) === id);
    const gateway = live.app.get(RegistrarGateway);
    /** The checkout checks a domain and asks its prices, too. */
    const checked = new Set<string>();
    const isCheckout = (call: string, domain: string | undefined) =>
      (call === 'check' || call === 'prices') && checked.size < checked.add(`${call} ${domain}`).size;
    const spies: { mockRestore(): void }[] = calls.map(call => {
      const original = gateway[call].bind(gateway) as (...args: unknown[]) => Promise<unknown>;
      return jest.spyOn(gateway, call as 'find').mockImplementation(((
        first: string | { domain: string },
        last: string,
      ) => {
        const domain =
          call === 'createLabeledContact' ? domainOf(last) : typeof first === 'string' ? first : first.domain;
        return around(call, isCheckout(call, domain) ? undefined : domain, () => original(first, last));
      }) as never);
    });
    type Steps = Record<'commit' | 'submit', (order: { domain: string }, ...rest: unknown[]) => Promise<unknown>>;
    const purchases = live.app.get(Purchases, { strict: false }) as unknown as Steps;
    for (const name of ['commit', 'submit'] as const) {
      const original = purchases[name].bind(purchases);
      const spy = jest
        .spyOn(purchases, name)
        .mockImplementation((order, ...rest) =>
          around(name === 'commit' ? `commit ${String(rest[0])}` : 'start of submit', order.domain, () =>
            original(order, ...rest),
          ),
        );
      spies.push(spy);
    }
    const unsent = points.findIndex(({ point, when }) => point === 'submit' && when === 'before');
    // One after the other: only the first look of each checkout must not crash.
    for (const id of ids.values()) expect((await shop.pay(id, id)).status).toBe(202);
    await Promise.all([
      skipPause(`crash-${unsent}.com`),
      ...Array.from(ids, async ([domain, id]) =>
        expect([domain, (await outcome(id)).domain_status]).toEqual([domain, 'registered']),
      ),
    ]);
    for (const spy of spies) spy.mockRestore();
    expect([...crashed].toSorted()).toEqual([...planned.keys()].toSorted());
    for (const [domain, id] of ids) {
      expect(await soldOrders(domain)).toHaveLength(1);
      expect(await eventsOf(id)).toHaveLength(1);
    }
    const after = await shop.account();
    expect(after.held).toBe(before.held);
    expect(after.spent - before.spent).toBeCloseTo(planned.size * 11.99, 2);
  });
});

it('begins no submission while its process stops; the next process looks again', async () => {
  const gateway = live.app.get(RegistrarGateway);
  const purchases = live.app.get(Purchases, { strict: false });
  const [advance, find, submit] = [
    purchases.advance.bind(purchases),
    gateway.find.bind(gateway),
    gateway.submit.bind(gateway),
  ];
  const calls: string[] = [];
  let isStopping = false;
  const spies = [
    jest.spyOn(purchases, 'advance').mockImplementation(async order => {
      await advance(order, () => isStopping);
      isStopping = false;
    }),
    jest.spyOn(gateway, 'find').mockImplementation(domain => {
      isStopping = calls.push('find') === 1;
      return find(domain);
    }),
    jest.spyOn(gateway, 'submit').mockImplementation(order => {
      calls.push('submit');
      return submit(order);
    }),
  ];
  const id = await shop.buy('stopping.com');
  expect(await outcome(id)).toMatchObject({ domain_status: 'registered' });
  for (const spy of spies) spy.mockRestore();
  expect(calls.slice(0, 3)).toEqual(['find', 'find', 'submit']);
  expect(await soldOrders('stopping.com')).toHaveLength(1);
});

it('releases the orders of a process that stops, so that another one continues at once', async () => {
  const purchases = live.app.get(Purchases, { strict: false });
  const advance = purchases.advance.bind(purchases);
  const isLeased: boolean[] = [];
  const stopAfter =
    (count: number): typeof advance =>
    async order => {
      let steps = 0;
      await advance(order, () => steps++ === count);
      const same = 'SELECT FROM registrar.orders WHERE id = $1 AND lease = $2';
      isLeased.push((await live.rows(same, [order.id, order.lease])).length > 0);
    };
  const spy = jest
    .spyOn(purchases, 'advance')
    .mockImplementationOnce(stopAfter(0))
    .mockImplementationOnce(stopAfter(1));
  const id = await shop.buy('between-steps.com');
  expect(await outcome(id)).toMatchObject({ domain_status: 'registered' });
  spy.mockRestore();
  expect(isLeased).toEqual([false, false]);
});

describe('the checkout of a live order', () => {
  it('refuses other methods, other orders, used references and paid orders', async () => {
    const { order_id: id } = (await shop.order('checked-out.com')).body.data;
    expect(outcomeOf(await shop.pay(id, 'r', {}, 'test'))).toBe('422 UNSUPPORTED_PAYMENT_METHOD');
    expect(outcomeOf(await shop.pay('ord_unknown', 'r'))).toBe('404 ORDER_NOT_FOUND');
    const stranger = await Shop.open(live);
    expect(outcomeOf(await stranger.pay(id, 'r'))).toBe('404 ORDER_NOT_FOUND');
    expect((await shop.pay(id, 'checked-out')).status).toBe(202);
    const { order_id: other } = (await shop.order('checked-out-2.com')).body.data;
    expect(outcomeOf(await shop.pay(other, 'checked-out'))).toBe('409 PAYMENT_REFERENCE_USED');
    expect(outcomeOf(await shop.pay(id, 'other'))).toBe('409 ORDER_ALREADY_PAID');
    await outcome(id);
  });

  it('is repeated without waiting for the account, which an outcome locks after the order', async () => {
    const id = await shop.buy('a-pending-repeat.com');
    const tx = await live.database.pool.connect();
    try {
      await tx.query('BEGIN');
      await tx.query('SELECT FROM registrar.accounts WHERE tenant_id = $1 FOR UPDATE', [shop.client.tenant.id]);
      expect((await shop.pay(id, id)).status).toBe(202);
    } finally {
      await tx.query('ROLLBACK');
      tx.release();
    }
    const body = { domain: 'a-pending-repeat.com', outcome: 'registered' };
    await eventually(async () => expect(await soldOrders(body.domain)).toHaveLength(1));
    await account.raw({ path: '/api/v1/sandbox/control/registry/decide', body });
    expect(await outcome(id)).toMatchObject({ domain_status: 'registered' });
  });

  it('refuses a price that has changed, up or down, and the order stays open', async () => {
    const { order_id: id } = (await shop.order('repriced.com')).body.data;
    for (const price_percent of [300, 50]) {
      await account.setRegistry({ price_percent });
      const refused = await shop.pay(id, id);
      expect(outcomeOf(refused)).toBe('409 PRICE_CHANGED');
      expect(refused.body.meta).toEqual({ source: 'nameyard-live', environment: 'live' });
      expect(refused.body.error.details[0].amount.currency).toBe('USD');
    }
    await account.setRegistry({});
    expect((await shop.state(id)).status).toBe('created');
    expect((await shop.pay(id, id)).status).toBe(202);
    await outcome(id);
  });

  it('buys no more than the credit pays for, also at once', async () => {
    const poor = await Shop.open(live, { credit: '60' });
    const placed = await Promise.all(Array.from({ length: 20 }, (_, n) => poor.order(`poor-${n}.com`)));
    const paid = await Promise.all(placed.map(({ body }) => poor.pay(body.data.order_id, body.data.order_id)));
    expect(paid.map(outcomeOf).toSorted()).toEqual([
      ...Array(5).fill('202'),
      ...Array(15).fill('402 INSUFFICIENT_CREDIT'),
    ]);
    for (const [n, { body }] of placed.entries())
      if (paid[n]!.status === 202) expect((await outcome(body.data.order_id, poor)).domain_status).toBe('registered');
    expect(await poor.account()).toMatchObject({ credit: 60, held: 0, spent: 59.95, available: 0.05 });
  });

  it('refuses orders above the daily limit until midnight, and a second purchase of a domain', async () => {
    const limited = await Shop.open(live, { daily: '12' });
    const [first, second] = [await limited.order('limited-1.com'), await limited.order('limited-2.com')];
    await limited.pay(first.body.data.order_id, 'first');
    const paySecond = () => limited.pay(second.body.data.order_id, 'second', { 'X-Idempotency-Key': 'second' });
    const refused = await paySecond();
    expect(outcomeOf(refused)).toBe('402 SPENDING_LIMIT_REACHED');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect(await limited.account()).toMatchObject({ daily_limit: 12, spent_today: 11.99 });
    // The refusal is retryable, so it is not stored under the key.
    await live.app.get(Accounts).limit(limited.client.tenant.id, '24', TESTER);
    expect((await paySecond()).status).toBe(202);

    const [one, two] = [await shop.order('pending-twice.com'), await limited.order('pending-twice.com')];
    await shop.pay(one.body.data.order_id, 'twice');
    expect(['409 PURCHASE_IN_PROGRESS', '409 DOMAIN_TAKEN']).toContain(
      outcomeOf(await limited.pay(two.body.data.order_id, 'twice')),
    );
  });
});

describe('an order at the registrar', () => {
  it('refuses fields that the registrar does not support, naming each', async () => {
    const { phone: _phone, ...owner } = REGISTRANT;
    const settings = { auto_renew: true, locked: false, privacy: true };
    const refused = await shop.order('fields-live.com', { owner, settings, max_amount: { currency: 'EUR', total: 1 } });
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'owner.phone',
      'settings.locked',
      'settings.auto_renew',
      'max_amount.currency',
    ]);
    const ofUs = { country: 'US', extra: { us_nexus: 'C11', us_purpose: 'P1' } };
    const withPrivacy = { owner: { ...REGISTRANT, ...ofUs }, settings: { privacy: true } };
    expect((await shop.order('fields-live.us', withPrivacy)).body.error.details).toEqual([
      { field: 'settings.privacy', message: 'must be false, because .us does not support it' },
    ]);
    const { body } = await shop.order('fields-live.com', { years: 2 });
    expect(body.error.details).toEqual([{ field: 'years', message: 'must be the integer 1' }]);
    expect(outcomeOf(await shop.renew('fields-live.com'))).toBe('404 REGISTRATION_NOT_FOUND');
    const taken = await shop.order('google.com');
    expect(outcomeOf(taken)).toBe('409 DOMAIN_TAKEN');
    // Somebody holds the name, but not necessarily this tenant.
    expect(taken.body.error.details).toEqual([
      { field: 'domain', message: 'is already registered', rule: 'registered' },
    ]);
  });

  it('is the same for a repeated idempotency key, and is listed', async () => {
    const key = { 'X-Idempotency-Key': 'listed' };
    const [first, again] = [await shop.order('listed-live.com', {}, key), await shop.order('listed-live.com', {}, key)];
    expect(again.body).toEqual(first.body);
    const sandbox = await live.key(shop.client.tenant);
    const { data: snapshot } = (await sandbox.raw({ method: 'GET', path: WORLD })).body;
    expect((await sandbox.raw({ method: 'PUT', path: WORLD, body: snapshot })).status).toBe(200);
    expect((await sandbox.raw({ method: 'DELETE', path: WORLD })).status).toBe(200);
    expect((await shop.order('listed-live.com', {}, key)).body).toEqual(first.body);
    const { orders } = (await shop.get('orders?domain=listed-live')).data;
    expect(orders.map((order: { order_id: string }) => order.order_id)).toEqual([first.body.data.order_id]);
    expect((await shop.get(`orders?domain=listed-live&owner=${REGISTRANT.email}`)).data.orders).toHaveLength(1);
    expect((await shop.get('orders?owner=nobody')).data.orders).toEqual([]);
    const { registrations, next } = (await shop.get('registrations?limit=1')).data;
    expect(registrations).toHaveLength(1);
    expect((await shop.get(`registrations?limit=1&after=${next}`)).data.registrations[0].domain).not.toBe(
      registrations[0].domain,
    );
  });
});

describe('the kill switch', () => {
  it('stops purchases under load: nothing is submitted after the command has finished', async () => {
    const rich = await Shop.open(live, { credit: '1000' });
    const ids: string[] = [];
    let isOver = false;
    const buyers = Array.from({ length: 8 }, async (_, buyer) => {
      for (let n = 0; !isOver; n++) {
        const placed = await rich.order(`load-${buyer}-${n}.com`);
        if (placed.status !== 201) return;
        ids.push(placed.body.data.order_id);
        await rich.pay(placed.body.data.order_id, placed.body.data.order_id);
      }
    });
    const submitted = `SELECT order_id FROM registrar.steps WHERE call = 'submit'`;
    const before = (await live.rows(submitted)).length;
    await eventually(async () => expect((await live.rows(submitted)).length).toBeGreaterThan(before + 8));
    await setSwitch(false);
    const changedAt = live.app.get(Clock).now();
    isOver = true;
    await Promise.all(buyers);
    const open = `SELECT FROM registrar.orders WHERE domain_status = 'pending'`;
    await eventually(async () => expect(await live.rows(open)).toEqual([]));
    const late = 'SELECT id FROM registrar.orders WHERE submitted_at > $1';
    expect(await live.rows(late, [changedAt])).toEqual([]);
    const ended = await live.rows(
      `SELECT domain, domain_status FROM registrar.orders WHERE id = ANY($1) AND paid_at IS NOT NULL`,
      [ids],
    );
    for (const { domain, domain_status: state } of ended)
      expect(await soldOrders(domain)).toHaveLength(state === 'registered' ? 1 : 0);
    expect(new Set(ended.map(({ domain_status: state }) => state))).toContain('registered');
    await setSwitch(true);
    expect(await rich.account()).toMatchObject({ held: 0 });
  });

  it('fails what was not submitted, and reads what was submitted to its end', async () => {
    const gateway = live.app.get(RegistrarGateway);
    const poll = jest.spyOn(gateway, 'poll').mockRejectedValue(busy());
    const sent = await shop.buy('sent-live.com');
    await eventually(() => expect(poll).toHaveBeenCalled());
    const mark = jest.spyOn(gateway, 'createLabeledContact').mockRejectedValue(busy());
    const unsent = await shop.buy('unsent-live.com');
    await eventually(() => expect(mark).toHaveBeenCalled());
    await setSwitch(false);
    for (const spy of [mark, poll]) spy.mockRestore();
    const stateOf = async (id: string) =>
      (await live.rows('SELECT domain_status, failure FROM registrar.orders WHERE id = $1', [id]))[0];
    await eventually(async () => {
      expect((await stateOf(sent)).domain_status).toBe('registered');
      expect(await stateOf(unsent)).toMatchObject({ domain_status: 'failed', failure: { code: 'REGISTRAR_DISABLED' } });
    });
    await setSwitch(true);
    expect(await soldOrders('unsent-live.com')).toEqual([]);
  });
});

it('purchases make progress when more are due than the rate limit allows', async () => {
  const limited = await startLive(registrar, account, { registrarRateLimit: 30 });
  const limits = limited.app.get(RequestLimits, { strict: false });
  const count = limits.count.bind(limits);
  let used = 0;
  jest.spyOn(limits, 'count').mockImplementation(async (subject, limit) => {
    if (subject !== 'registrar') return count(subject, limit);
    used++;
    return { limit, remaining: Math.max(0, limit - used), resetMs: 60_000, exceeded: used > limit };
  });
  const mark = jest.spyOn(limited.app.get(RegistrarGateway), 'createLabeledContact').mockRejectedValue(busy());
  const buyer = await Shop.open(limited);
  for (let n = 0; n < 16; n++) {
    used = 0;
    await buyer.buy(`limited-rate-${n}.com`);
  }
  mark.mockRestore();
  const running = `SELECT FROM registrar.orders WHERE domain_status = 'pending' AND (lease IS NOT NULL OR due_at <= $1)`;
  const open = `SELECT FROM registrar.orders WHERE domain_status = 'pending'`;
  let minutes = 0;
  await waitFor('all purchases', async () => {
    if ((await limited.rows(open)).length === 0) return true;
    if ((await limited.rows(running, [limited.app.get(Clock).now()])).length > 0) return false;
    used = 0;
    limited.clock.advance({ minutes: 1 });
    return ++minutes > 10;
  });
  // 16 purchases with at least 6 calls, 30 calls per minute.
  expect(minutes).toBeLessThanOrEqual(10);
  expect(await buyer.account()).toMatchObject({ held: 0 });
});

it('a person ends stuck orders', async () => {
  const gateway = live.app.get(RegistrarGateway);
  const submit = jest.spyOn(gateway, 'submit').mockResolvedValue('1');
  const poll = jest.spyOn(gateway, 'poll').mockResolvedValue('done');
  const orders = { registered: await shop.buy('stuck-1.com'), failed: await shop.buy('stuck-2.com') };
  const stuckOrders = live.app.get(StuckOrders);
  await eventually(async () =>
    expect(await stuckOrders.list(['stuck'])).toMatchObject(
      Object.values(orders).map(order_id => ({
        order_id,
        step: 'stuck',
        reason: 'The registrar has completed the order, but does not hold the domain.',
      })),
    ),
  );
  for (const spy of [submit, poll]) spy.mockRestore();
  for (const [result, id] of Object.entries(orders) as ['registered' | 'failed', string][]) {
    expect((await shop.state(id)).domain_status).toBe('pending');
    await stuckOrders.end(id, { outcome: result, reason: 'seen at the registrar' }, TESTER);
    expect((await shop.state(id)).domain_status).toBe(result);
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await live.rows('SELECT stuck FROM registrar.orders WHERE id = $1', [id])).toEqual([{ stuck: null }]);
    const again = stuckOrders.end(id, { outcome: result, reason: 'again' }, TESTER);
    await expect(again).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  }
});

it('counts no live registration as one of the sandbox', async () => {
  const counted = 'SELECT FROM usage.registrations WHERE tenant_id = $1';
  const { id } = shop.client.tenant;
  await eventually(async () => {
    const [{ pending }] = await live.rows(
      `SELECT EXISTS (SELECT FROM platform.events e, platform.consumers c WHERE c.name = 'usage.count-registrations'
         AND (e.epoch, e.transaction_id, e.position) > (c.epoch, c.transaction_id, c.position)) AS pending`,
    );
    expect(pending).toBe(false);
  });
  expect(await live.rows(counted, [id])).toEqual([]);
});
