import type { Client } from '../support/client.js';
import { INVALID_STRINGS, fieldsOf, NON_STRINGS, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const payments = async () =>
  (await sandbox.rows('SELECT FROM checkout.payments WHERE tenant_id = $1', [client.tenant.id])).length;

const UNKNOWN = `ord_${'0'.repeat(32)}`;

describe('404 ORDER_NOT_FOUND', () => {
  it.each([UNKNOWN, 'ord_', 'x', '../orders', "' OR 1=1 --", '😀', 'y'.repeat(255)])(
    'is returned for the order id %j',
    async id => {
      const response = await client.pay(id);
      expect(outcomeOf(response)).toBe('404 ORDER_NOT_FOUND');
      expect(await payments()).toBe(0);
    },
  );

  it('has the same body for orders of other tenants and unknown orders', async () => {
    const theirs = await (await sandbox.tenant()).orderOf('example.com');
    const [foreign, unknown] = [await client.pay(theirs, 'ref'), await client.pay(UNKNOWN, 'ref')];
    expect(outcomeOf(foreign)).toBe('404 ORDER_NOT_FOUND');
    expect(foreign.text).toBe(unknown.text);
    expect(Object.keys(foreign.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  });

  it('is returned for an unknown order before the payment is tried', async () => {
    const payment = { method: 'test_declined', reference: 'r' };
    expect(outcomeOf(await client.checkout({ order_id: UNKNOWN, payment }))).toBe('404 ORDER_NOT_FOUND');
  });
});

describe('409 PAYMENT_REFERENCE_USED', () => {
  it('is returned when the reference has paid another order, and charges nothing', async () => {
    const [first, second] = [await client.orderOf('first.com'), await client.orderOf('second.com')];
    await client.pay(first, 'invoice-1');
    expect(outcomeOf(await client.pay(second, 'invoice-1'))).toBe('409 PAYMENT_REFERENCE_USED');
    expect(outcomeOf(await client.pay(second, ' invoice-1 '))).toBe('409 PAYMENT_REFERENCE_USED');
    expect(await client.statusOf('second.com')).toBe('available');
    expect(outcomeOf(await client.pay(second, 'invoice-2'))).toBe('200');
    expect(await payments()).toBe(2);
  });

  it('is not returned when the reference has paid an order of another tenant', async () => {
    const other = await sandbox.tenant();
    await other.pay(await other.orderOf('example.com'), 'invoice-1');
    expect(outcomeOf(await client.pay(await client.orderOf('example.com'), 'invoice-1'))).toBe('200');
  });
});

describe('409 ORDER_ALREADY_PAID', () => {
  it('is returned when the order was paid with another reference', async () => {
    const order = await client.orderOf('example.com');
    await client.pay(order, 'invoice-1');
    expect(outcomeOf(await client.pay(order, 'invoice-2'))).toBe('409 ORDER_ALREADY_PAID');
    expect(outcomeOf(await client.pay(order, 'INVOICE-1'))).toBe('409 ORDER_ALREADY_PAID');
    expect(await payments()).toBe(1);
  });
});

describe('409 DOMAIN_TAKEN', () => {
  it('is returned when another order for the domain was paid first; the reference stays unused', async () => {
    const [first, second] = [await client.orderOf('twice.com'), await client.orderOf('twice.com')];
    await client.pay(second, 'invoice-1');
    const key = { 'X-Idempotency-Key': 'taken' };
    const response = await client.pay(first, 'invoice-2', key);
    expect(outcomeOf(response)).toBe('409 DOMAIN_TAKEN');
    expect(response.body.error.details).toEqual([{ field: 'domain', message: expect.any(String), rule: 'registered' }]);
    expect((await client.pay(first, 'invoice-2', key)).text).toBe(response.text);
    expect(await payments()).toBe(1);
    expect(outcomeOf(await client.pay(await client.orderOf('else.com'), 'invoice-2'))).toBe('200');
  });
});

describe('422 VALIDATION_FAILED', () => {
  const broken = async (body: unknown) => {
    const response = await client.checkout(body);
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    return fieldsOf(response).sort();
  };

  it.each([...NON_STRINGS, ...INVALID_STRINGS, undefined])('names order_id for %j', async order_id => {
    expect(await broken({ order_id, payment: { method: 'test', reference: 'r' } })).toEqual(['order_id']);
  });

  it.each([...NON_STRINGS, ...INVALID_STRINGS, undefined, 'r'.repeat(256)])(
    'names payment.reference for %j',
    async reference => {
      expect(await broken({ order_id: UNKNOWN, payment: { method: 'test', reference } })).toEqual([
        'payment.reference',
      ]);
    },
  );

  it.each([...NON_STRINGS, undefined])('names payment.method for %j', async method => {
    expect(await broken({ order_id: UNKNOWN, payment: { method, reference: 'r' } })).toEqual(['payment.method']);
  });

  it('names all invalid fields', async () => {
    expect(await broken({})).toEqual(['order_id', 'payment']);
    expect(await broken({ order_id: 7, payment: {} })).toEqual(['order_id', 'payment.method', 'payment.reference']);
    expect(await broken({ order_id: UNKNOWN, payment: [] })).toEqual(['payment']);
  });
});

describe('422 UNSUPPORTED_PAYMENT_METHOD', () => {
  it.each(['card', 'TEST', 'test ', 'constructor', '__proto__', ''])('is returned for %j', async method => {
    const order = await client.orderOf('example.com');
    const response = await client.checkout({ order_id: order, payment: { method, reference: 'r' } });
    expect(outcomeOf(response)).toBe('422 UNSUPPORTED_PAYMENT_METHOD');
    expect(fieldsOf(response)).toEqual(['payment.method']);
    expect(await payments()).toBe(0);
  });
});
