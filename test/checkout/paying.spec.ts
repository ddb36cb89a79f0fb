import type { Client } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const count = async (table: string) =>
  (await sandbox.rows(`SELECT FROM ${table} WHERE tenant_id = $1`, [client.tenant.id])).length;

describe('POST /checkout', () => {
  it('returns the registration and its expiry', async () => {
    const order = await client.orderOf('example.com', 3);
    sandbox.clock.set('2027-05-06T07:08:09Z');
    const { status, body } = await client.pay(order);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      error: null,
      meta: { source: 'nameyard-sandbox', environment: 'sandbox' },
      data: {
        order_id: order,
        domain: 'example.com',
        status: 'paid',
        domain_status: 'registered',
        registered_at: expect.stringMatching(/^2027-05-06T07:08:/),
        expires_at: body.data.registered_at.replace('2027', '2030'),
        meta: { source: 'nameyard-sandbox' },
      },
    });
  });

  it('sets the expiry of a registration on February 29 to February 28', async () => {
    const order = await client.orderOf('leap.com', 1);
    sandbox.clock.set('2028-02-29T23:59:00Z');
    const { data } = (await client.pay(order)).body;
    expect(data.expires_at).toBe(data.registered_at.replace('2028-02-29', '2029-02-28'));
  });

  it('makes the domain taken for this tenant in searches, orders and suggestions', async () => {
    await client.register('example.com');
    expect(await client.statusOf('example.com')).toBe('taken');
    const { suggestions } = (await client.search({ domain: 'example.net' })).body.data;
    expect(suggestions.map((suggestion: { domain: string }) => suggestion.domain)).not.toContain('example.com');
  });

  it('stores one order, payment, registration and event', async () => {
    const { data } = (await client.register('premium-tools.io', 2)).body;
    const [order] = await sandbox.rows('SELECT * FROM orders.orders WHERE id = $1', [data.order_id]);
    const [payment] = await sandbox.rows('SELECT * FROM checkout.payments WHERE order_id = $1', [data.order_id]);
    const [event] = await sandbox.rows('SELECT * FROM platform.events WHERE key = $1', [data.order_id]);
    expect(order.status).toBe('paid');
    expect(payment).toMatchObject({ currency: 'USD', total: order.total, method: 'test' });
    expect(event).toMatchObject({ type: 'domain.registered', tenant_id: client.tenant.id });
    expect(event.context).toEqual({ request_id: expect.stringMatching(/^req_/) });
    const { registered_at, expires_at } = data;
    const facts = { order_id: data.order_id, domain: 'premium-tools.io', tld: 'io', years: 2, status: 'registered' };
    const amount = { currency: 'USD', total: order.total / 100 };
    const owner = { email: 'ada@example.com' };
    const body = { ...facts, registered_at, expires_at, amount, owner, tenant: client.tenant.slug };
    const message = { type: 'domain.registered', timestamp: registered_at, data: body };
    expect(event.body).toBe(JSON.stringify(message));
    for (const table of ['domains.registrations', 'checkout.payments', 'platform.events'])
      expect(await count(table)).toBe(1);
  });

  it.each(['x', 'r'.repeat(255), 'Rechnung № 7 – 😀', "'; --"])('accepts the reference %j', async reference => {
    expect((await client.pay(await client.orderOf('example.com'), reference)).status).toBe(200);
  });
});

describe('repeated payment with the same reference', () => {
  it('returns the first result, even years later, and registers nothing', async () => {
    const order = await client.orderOf('example.com', 1);
    const first = await client.pay(order, 'invoice-1');
    sandbox.clock.advance({ days: 3 * 365 });
    const again = await client.pay(order, 'invoice-1');
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    for (const table of ['domains.registrations', 'checkout.payments', 'platform.events'])
      expect(await count(table)).toBe(1);
  });

  it('returns the first result with a new idempotency key', async () => {
    const order = await client.orderOf('example.com');
    const first = await client.pay(order, 'invoice-1', { 'X-Idempotency-Key': 'a' });
    const again = await client.pay(order, 'invoice-1', { 'X-Idempotency-Key': 'b' });
    expect(again.text).toBe(first.text);
    expect(await count('platform.events')).toBe(1);
  });
});

describe('402 PAYMENT_DECLINED', () => {
  it('leaves the order unchanged; it can be paid with the same reference', async () => {
    const order = await client.orderOf('example.com');
    const payment = { method: 'test_declined', reference: 'invoice-1' };
    for (let attempt = 0; attempt < 2; attempt++)
      expect(outcomeOf(await client.checkout({ order_id: order, payment }))).toBe('402 PAYMENT_DECLINED');
    expect(await client.statusOf('example.com')).toBe('available');
    expect(await count('checkout.payments')).toBe(0);
    expect(outcomeOf(await client.pay(order, 'invoice-1'))).toBe('200');
  });
});
