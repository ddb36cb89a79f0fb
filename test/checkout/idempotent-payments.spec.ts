import type { Client } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const keyed = (key: string) => ({ 'X-Idempotency-Key': key });

describe('repeated idempotency key with the same body', () => {
  it('returns the first response with Idempotency-Replayed', async () => {
    const order = await client.orderOf('example.com');
    const first = await client.pay(order, 'invoice-1', keyed('pay'));
    const again = await client.pay(order, 'invoice-1', keyed('pay'));
    expect(again.text).toBe(first.text);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('is not needed to repeat a payment, which then is not marked as replayed', async () => {
    const order = await client.orderOf('example.com');
    await client.pay(order, 'invoice-1');
    expect((await client.pay(order, 'invoice-1')).headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('repeated idempotency key after an error', () => {
  it('returns the stored 402; another key can pay', async () => {
    const order_id = await client.orderOf('example.com');
    const body = { order_id, payment: { method: 'test_declined', reference: 'invoice-1' } };
    const first = await client.checkout(body, keyed('declined'));
    const again = await client.checkout(body, keyed('declined'));
    expect(outcomeOf(first)).toBe('402 PAYMENT_DECLINED');
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(outcomeOf(await client.pay(order_id, 'invoice-1', keyed('declined')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(outcomeOf(await client.pay(order_id, 'invoice-1', keyed('another')))).toBe('200');
  });

  it('returns the stored 404 and 409', async () => {
    const [first, twin, other] = [
      await client.orderOf('one.com'),
      await client.orderOf('one.com'),
      await client.orderOf('two.com'),
    ];
    await client.pay(first, 'invoice-1');
    const refused: [string, string, string][] = [
      [`ord_${'f'.repeat(32)}`, 'invoice-9', '404 ORDER_NOT_FOUND'],
      [other, 'invoice-1', '409 PAYMENT_REFERENCE_USED'],
      [first, 'invoice-2', '409 ORDER_ALREADY_PAID'],
      [twin, 'invoice-3', '409 DOMAIN_TAKEN'],
    ];
    for (const [order, reference, outcome] of refused) {
      const response = await client.pay(order, reference, keyed(outcome.replace(' ', '-')));
      const again = await client.pay(order, reference, keyed(outcome.replace(' ', '-')));
      expect([outcomeOf(response), again.text]).toEqual([outcome, response.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
  });

  it('validates again after 422', async () => {
    const order_id = await client.orderOf('example.com');
    const payment = { method: 'card', reference: 'invoice-1' };
    expect((await client.checkout({ order_id, payment }, keyed('mended'))).status).toBe(422);
    expect(outcomeOf(await client.pay(order_id, 'invoice-1', keyed('mended')))).toBe('200');
  });
});

describe('422 IDEMPOTENCY_KEY_REUSED', () => {
  it('is returned for a different body and charges nothing', async () => {
    const [first, second] = [await client.orderOf('one.com'), await client.orderOf('two.com')];
    await client.pay(first, 'invoice-1', keyed('pay'));
    expect(outcomeOf(await client.pay(second, 'invoice-2', keyed('pay')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await client.statusOf('two.com')).toBe('available');
  });
});

describe('idempotency key after 24 hours', () => {
  it('can be used with another body', async () => {
    const [first, second] = [await client.orderOf('one.com'), await client.orderOf('two.com')];
    await client.pay(first, 'invoice-1', keyed('pay'));
    sandbox.clock.advance({ hours: 24, ms: 1_000 });
    const response = await client.pay(second, 'invoice-2', keyed('pay'));
    expect(outcomeOf(response)).toBe('200');
    expect(response.headers['idempotency-replayed']).toBeUndefined();
  });
});
