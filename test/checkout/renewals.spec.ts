import type { Client } from '../support/client.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const paymentsOf = (order: string) =>
  sandbox.rows('SELECT reference FROM checkout.payments WHERE tenant_id = $1 AND order_id = $2', [
    client.tenant.id,
    order,
  ]);
const release = () => sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
const registration = async () => (await client.getRegistration('example.com')).body.data;

describe('the payment of a renewal', () => {
  it('moves the expiry by whole years from the previous expiry', async () => {
    const first = (await client.register('example.com', 2)).body.data;
    sandbox.clock.advance({ days: 100 });
    const order = await client.renewalOf('example.com', 3);
    const { status, body } = await client.pay(order);
    const expires_at = first.expires_at.replace(/^\d+/, (year: string) => String(Number(year) + 3));
    expect([status, body.data]).toEqual([200, { ...first, order_id: order, expires_at }]);
    expect(await registration()).toMatchObject({
      order_id: first.order_id,
      status: 'registered',
      years: 5,
      expires_at,
    });
    expect(await paymentsOf(order)).toHaveLength(1);
  });

  it('keeps February 28 after a registration on February 29', async () => {
    const order = await client.orderOf('example.com', 1);
    sandbox.clock.set('2028-02-29T12:00:00Z');
    await client.pay(order);
    const { data } = (await client.pay(await client.renewalOf('example.com', 3))).body;
    expect(data.expires_at).toMatch(/^2032-02-28T12:00:/);
  });

  it('records domain.renewed', async () => {
    const { data: first } = (await client.register('premium-tools.io')).body;
    const { data: ordered } = (await client.renew({ domain: 'premium-tools.io', years: 2 })).body;
    const { data: paid } = (await client.pay(ordered.order_id)).body;
    const [event] = await sandbox.rows('SELECT * FROM platform.events WHERE tenant_id = $1 AND key = $2', [
      client.tenant.id,
      ordered.order_id,
    ]);
    const { paid_at } = (await client.getOrder(ordered.order_id)).body.data;
    expect(event.context).toEqual({ request_id: expect.stringMatching(/^req_/) });
    expect(JSON.parse(event.body)).toEqual({
      type: 'domain.renewed',
      timestamp: paid_at,
      data: {
        order_id: ordered.order_id,
        domain: 'premium-tools.io',
        tld: 'io',
        years: 2,
        status: 'registered',
        registered_at: first.registered_at,
        previous_expires_at: first.expires_at,
        expires_at: paid.expires_at,
        amount: ordered.amount,
        tenant: client.tenant.slug,
      },
    });
  });

  it('returns the first result when it is repeated, also after further renewals and the release', async () => {
    const order = await client.orderOf('example.com');
    const registered = await client.pay(order, 'first');
    const renewal = await client.renewalOf('example.com');
    const renewed = await client.pay(renewal, 'second');
    await client.pay(await client.renewalOf('example.com', 2));
    for (const step of [async () => {}, release]) {
      await step();
      expect((await client.pay(order, 'first')).text).toBe(registered.text);
      expect((await client.pay(renewal, 'second')).text).toBe(renewed.text);
    }
    expect(outcomeOf(await client.pay(renewal, 'third'))).toBe('409 ORDER_ALREADY_PAID');
  });

  it('supports idempotency keys and declined payments', async () => {
    await client.register('example.com');
    const order_id = await client.renewalOf('example.com');
    const declined = { order_id, payment: { method: 'test_declined', reference: 'r' } };
    expect(outcomeOf(await client.checkout(declined))).toBe('402 PAYMENT_DECLINED');
    const key = { 'X-Idempotency-Key': 'pay' };
    const first = await client.pay(order_id, 'r', key);
    expect(outcomeOf(first)).toBe('200');
    const again = await client.pay(order_id, 'r', key);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await registration()).years).toBe(2);
  });
});

describe('a refused payment of a renewal', () => {
  it('gets 409 REGISTRATION_RELEASED when the registration is gone, also if the domain was registered again', async () => {
    await client.register('example.com');
    const orders = [await client.renewalOf('example.com'), await client.renewalOf('example.com')];
    await release();
    expect(outcomeOf(await client.pay(orders[0]!))).toBe('409 REGISTRATION_RELEASED');
    await client.register('example.com');
    expect(outcomeOf(await client.pay(orders[1]!))).toBe('409 REGISTRATION_RELEASED');
    expect((await registration()).years).toBe(1);
    for (const order of orders) expect(await paymentsOf(order)).toEqual([]);
  });

  it('gets 422 TERM_TOO_LONG when another renewal was paid first', async () => {
    await client.register('example.com', 4);
    const [first, second] = [await client.renewalOf('example.com', 5), await client.renewalOf('example.com', 2)];
    await client.pay(first!);
    const response = await client.pay(second!, 'r');
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 TERM_TOO_LONG', ['years']]);
    expect(await paymentsOf(second!)).toEqual([]);
    sandbox.clock.advance({ days: 366 });
    expect(outcomeOf(await client.pay(second!, 'r'))).toBe('200');
  });
});

describe('concurrent payments of 20 renewals of one registration', () => {
  it('count one after the other and never exceed 10 years', async () => {
    await client.register('example.com');
    const orders = await concurrently(20, () => client.renewalOf('example.com', 2));
    const responses = await concurrently(20, n => retryUnavailable(() => client.pay(orders[n]!, `r-${n}`)));
    expect(countOutcomes(responses)).toEqual({ 200: 4, '422 TERM_TOO_LONG': 16 });
    expect((await registration()).years).toBe(9);
    const events = await sandbox.rows(`SELECT body::jsonb -> 'data' AS data FROM platform.events
      WHERE tenant_id = '${client.tenant.id}' AND type = 'domain.renewed' ORDER BY body::jsonb #>> '{data,expires_at}'`);
    expect(events).toHaveLength(4);
    for (const [n, { data }] of events.slice(1).entries())
      expect(data.previous_expires_at).toBe(events[n].data.expires_at);
    const paid = await sandbox.rows('SELECT FROM checkout.payments WHERE tenant_id = $1', [client.tenant.id]);
    expect(paid).toHaveLength(5);
  });
});

describe('orders of two tenants with the same id', () => {
  it('are paid separately', async () => {
    const other = await sandbox.tenant();
    const order = await client.orderOf('example.com');
    await sandbox.rows(
      `INSERT INTO orders.orders SELECT (jsonb_populate_record(o, jsonb_build_object('tenant_id', $2::text))).*
       FROM orders.orders o WHERE tenant_id = $1`,
      [client.tenant.id, other.tenant.id],
    );
    const responses = await Promise.all([client.pay(order, 'mine'), other.pay(order, 'theirs')]);
    expect(countOutcomes(responses)).toEqual({ 200: 2 });
    for (const { tenant } of [client, other])
      expect(await sandbox.rows('SELECT type FROM platform.events WHERE tenant_id = $1', [tenant.id])).toHaveLength(1);
  });
});
