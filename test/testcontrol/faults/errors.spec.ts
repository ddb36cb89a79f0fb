import { CHECKOUT, type Client, ORDER, RENEW, SEARCH } from '../../support/client.js';
import { addRule, order, ORDERED, ordersOf, rulesOf, search, withFault } from '../../support/faults.js';
import { fieldsOf, outcomeOf } from '../../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

describe('an error fault', () => {
  it.each([
    ['RATE_LIMITED', 429],
    ['INTERNAL_ERROR', 500],
    ['BAD_GATEWAY', 502],
    ['SERVICE_UNAVAILABLE', 503],
    ['GATEWAY_TIMEOUT', 504],
    ['API_KEY_INVALID', 401],
    ['MISDIRECTED_REQUEST', 421],
    ['unsupported_tld', 422],
  ])('returns %s with its status %d and its headers', async (code, status) => {
    const response = await search(client, `error;code=${code}`);
    expect(outcomeOf(response)).toBe(`${status} ${code}`);
    expect(response.headers['sandbox-faulted']).toBe('header');
    if (code === 'RATE_LIMITED') expect(response.headers['retry-after']).toBe('1');
  });

  it.each([
    [SEARCH, { domain: 'example.com' }],
    [ORDER, ORDERED],
    [RENEW, { domain: 'example.com', years: 1 }],
    [CHECKOUT, { order_id: 'ord_x', payment: { method: 'test', reference: 'r' } }],
  ])('at %s can have exactly the codes that the operation documents', async (path, body) => {
    const refused = await client.raw({ path, body, headers: withFault('error;code=NO_SUCH_CODE') });
    expect(outcomeOf(refused)).toBe('422 INVALID_FAULT');
    expect(fieldsOf(refused)).toEqual(['code']);
    const codes = refused.body.error.message.match(/must be one of (.*)\./)[1].split(', ') as string[];
    expect(codes).toEqual(expect.arrayContaining(['BAD_GATEWAY', 'INTERNAL_ERROR', 'RATE_LIMITED']));
    expect(codes.includes('PAYMENT_DECLINED')).toBe(path === CHECKOUT);
    expect(codes.includes('DOMAIN_TAKEN')).toBe(path === ORDER || path === CHECKOUT);
    for (const code of codes) {
      const response = await client.raw({ path, body, headers: withFault(`error;code=${code}`) });
      expect(response.body.error.code).toBe(code);
    }
  });

  it('happens before the operation, or after it is committed', async () => {
    expect(outcomeOf(await order(client, 'before.com', withFault('error;code=INTERNAL_ERROR')))).toBe(
      '500 INTERNAL_ERROR',
    );
    expect(await ordersOf(client)).toEqual([]);
    const after = withFault('error;code=GATEWAY_TIMEOUT;phase=after');
    expect(outcomeOf(await order(client, 'after.com', after))).toBe('504 GATEWAY_TIMEOUT');
    expect(await ordersOf(client)).toMatchObject([{ domain: 'after.com' }]);
  });

  it('after a payment leaves it paid, and a retry replays it', async () => {
    const id = await client.orderOf('paid-once.com');
    const fault = withFault('error;code=BAD_GATEWAY;phase=after');
    expect(outcomeOf(await client.pay(id, 'invoice-1', fault))).toBe('502 BAD_GATEWAY');
    expect((await client.getOrder(id)).body.data.status).toBe('paid');
    const retried = await client.pay(id, 'invoice-1');
    expect(retried.status).toBe(200);
    expect(retried.headers['sandbox-faulted']).toBeUndefined();
    const events = 'SELECT FROM platform.events WHERE tenant_id = $1';
    expect(await sandbox.rows(events, [client.tenant.id])).toHaveLength(1);
  });

  it.each([
    ['PAYMENT_DECLINED', '200'],
    ['DOMAIN_TAKEN', '200'],
    ['API_KEY_INVALID', '200'],
    ['RATE_LIMITED', '429 RATE_LIMITED'],
    ['GATEWAY_TIMEOUT', '504 GATEWAY_TIMEOUT'],
  ])('with %s leads to %s when the order is paid, and counts only if it happens', async (code, outcome) => {
    const id = await client.orderOf('paid.com');
    await client.pay(id, 'invoice-1');
    await addRule(client, { match: { operation: 'checkout' }, fault: { kind: 'error', code }, times: 1 });
    const repeated = await client.pay(id, 'invoice-1');
    expect(outcomeOf(repeated)).toBe(outcome);
    expect(await rulesOf(client)).toMatchObject([{ used: outcome === '200' ? 0 : 1 }]);
    if (outcome === '200') expect(repeated.headers['sandbox-faulted']).toBeUndefined();
    expect(outcomeOf(await client.pay(id, 'invoice-1', withFault(`error;code=${code}`)))).toBe(outcome);
    const other = await client.pay(id, 'invoice-2', withFault('error;code=PAYMENT_DECLINED'));
    expect(outcomeOf(other)).toBe('409 ORDER_ALREADY_PAID');
  });

  it('with a business code does not follow a payment that took place', async () => {
    const fault = { kind: 'error', code: 'PAYMENT_DECLINED', phase: 'after' };
    await addRule(client, { match: { operation: 'checkout' }, fault });
    expect(outcomeOf(await client.pay(await client.orderOf('first.com')))).toBe('200');
    expect(await rulesOf(client)).toMatchObject([{ used: 0 }]);
  });

  it('with a business code leaves a replayed order unchanged', async () => {
    const key = { 'Idempotency-Key': 'order-1' };
    const placed = await order(client, 'replayed.com', key);
    await addRule(client, { fault: { kind: 'error', code: 'DOMAIN_TAKEN' } });
    expect((await order(client, 'replayed.com', key)).body.data.order_id).toBe(placed.body.data.order_id);
    expect(outcomeOf(await order(client, 'other.com', key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(outcomeOf(await order(client, 'other.com'))).toBe('409 DOMAIN_TAKEN');
  });

  it('with a business code leaves a replayed refusal unchanged', async () => {
    const id = await client.orderOf('declined.com');
    const declined = { order_id: id, payment: { method: 'test_declined', reference: 'invoice-1' } };
    const key = { 'Idempotency-Key': 'payment-1' };
    await client.checkout(declined, key);
    await addRule(client, { match: { operation: 'checkout' }, fault: { kind: 'error', code: 'DOMAIN_TAKEN' } });
    expect(outcomeOf(await client.checkout(declined, key))).toBe('402 PAYMENT_DECLINED');
    expect(outcomeOf(await client.pay(id))).toBe('409 DOMAIN_TAKEN');
  });

  it('replaces the refusal of the operation, too', async () => {
    const fault = withFault('error;code=GATEWAY_TIMEOUT;phase=after');
    expect(outcomeOf(await order(client, 'google.com', fault))).toBe('504 GATEWAY_TIMEOUT');
  });

  it('counts against the limit, and is judged after the fields', async () => {
    const { headers } = await search(client, 'error;code=INTERNAL_ERROR');
    expect((await search(client)).headers['x-ratelimit-remaining']).toBe(
      String(Number(headers['x-ratelimit-remaining']) - 1),
    );
    const invalid = await client.search({ domain: '-' }, withFault('error;code=INTERNAL_ERROR'));
    expect(outcomeOf(invalid)).toBe('422 INVALID_DOMAIN');
  });
});
