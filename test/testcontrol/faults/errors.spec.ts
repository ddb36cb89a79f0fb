import { CHECKOUT, type Client, ORDER, RENEW, SEARCH } from '../../support/client.js';
import { order, ORDERED, ordersOf, search, withFault } from '../../support/faults.js';
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
