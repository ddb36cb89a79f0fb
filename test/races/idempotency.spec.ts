import { ADA, type Client } from '../support/client.js';
import { waitFor } from '../support/eventually.js';
import { concurrently, outcomeOf, retryUnavailable, countOutcomes } from '../support/outcome.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
});
beforeEach(async () => void (client = await sandbox.tenant()));

const KEY = { 'X-Idempotency-Key': 'the-same' };
const bodyFor = (domain: string) => ({ domain, years: 1, owner: ADA });
const count = async (table: string) =>
  (await sandbox.rows(`SELECT FROM ${table} WHERE tenant_id = $1`, [client.tenant.id])).length;

/** Sends every other request to the other process. */
const somewhere = (n: number) => (n % 2 === 0 ? client : peer.clientOf(client));

describe('30 concurrent requests with the same idempotency key and body', () => {
  it('place one order and return the same response', async () => {
    const responses = await concurrently(30, n =>
      retryUnavailable(() => somewhere(n).order(bodyFor('example.com'), KEY)),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 30 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await count('orders.orders')).toBe(1);
  });

  it('pay one order and return the same response', async () => {
    const order = await client.orderOf('example.com');
    const responses = await concurrently(30, n => retryUnavailable(() => somewhere(n).pay(order, 'invoice-1', KEY)));
    expect(countOutcomes(responses)).toEqual({ 200: 30 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await count('checkout.payments')).toBe(1);
    expect(await count('platform.events')).toBe(1);
  });

  it('return the same error', async () => {
    const responses = await concurrently(30, n =>
      retryUnavailable(() => somewhere(n).order(bodyFor('google.com'), KEY)),
    );
    expect(countOutcomes(responses)).toEqual({ '409 DOMAIN_TAKEN': 30 });
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  });
});

describe('30 concurrent requests with the same idempotency key and two bodies', () => {
  it('place one order and return 422 for the other body', async () => {
    const domains = ['one.com', 'two.com'];
    const responses = await concurrently(30, n =>
      retryUnavailable(() => somewhere(n >> 1).order(bodyFor(domains[n % 2]!), KEY)),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 15, '422 IDEMPOTENCY_KEY_REUSED': 15 });
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await count('orders.orders')).toBe(1);
  });

  it('pay one order and leave the other unchanged', async () => {
    const orders = [await client.orderOf('one.com'), await client.orderOf('two.com')];
    const responses = await concurrently(30, n =>
      retryUnavailable(() => somewhere(n >> 1).pay(orders[n % 2]!, `invoice-${n % 2}`, KEY)),
    );
    expect(countOutcomes(responses)).toEqual({ 200: 15, '422 IDEMPOTENCY_KEY_REUSED': 15 });
    expect(await count('domains.registrations')).toBe(1);
    expect(await count('platform.events')).toBe(1);
  });

  it('apply one body and return 422 for the other', async () => {
    const orders = [await client.orderOf('one.com'), await client.orderOf('two.com')];
    const responses = await concurrently(30, n => {
      const method = n % 2 === 0 ? 'test' : 'test_declined';
      return retryUnavailable(() => client.checkout({ order_id: orders[0], payment: { method, reference: 'r' } }, KEY));
    });
    const outcomes = new Set(responses.map(outcomeOf));
    expect(outcomes.size).toBe(2);
    expect(outcomes.has('200')).toBe((await count('domains.registrations')) === 1);
    expect(outcomes.has('422 IDEMPOTENCY_KEY_REUSED')).toBe(true);
  });
});

describe('an idempotency key whose first request hangs', () => {
  it('returns 409 IDEMPOTENCY_IN_PROGRESS within 30 seconds, and works after the first request is gone', async () => {
    const holder = await sandbox.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO platform.idempotency_keys (tenant_id, endpoint, key, fingerprint, created_at)
       VALUES ($1, '/api/v1/sandbox/domains/order', 'the-same', 'x', now())`,
      [client.tenant.id],
    );
    const started = Date.now();
    // On a slow machine, the timeout of the statement (503) can end it before that of its lock (409).
    const response = await waitFor('another response than 503', async () => {
      const attempt = await client.order(bodyFor('example.com'), KEY);
      return attempt.status === 503 ? undefined : attempt;
    });
    expect(outcomeOf(response)).toBe('409 IDEMPOTENCY_IN_PROGRESS');
    expect(response.headers['retry-after']).toBeDefined();
    expect(Date.now() - started).toBeLessThan(30_000);
    await holder.query('ROLLBACK');
    holder.release();
    expect(outcomeOf(await client.order(bodyFor('example.com'), KEY))).toBe('201');
  });
});
