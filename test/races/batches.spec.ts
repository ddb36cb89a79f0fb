import { ADA, type Client } from '../support/client.js';
import { concurrently, retryUnavailable, countOutcomes } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

/** Commits per request. Without fsync, as in tests, commits are fast, and batches are smaller than in production. */
const FEW = 0.75;

let sandbox: Sandbox;
let tenants: Client[];

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (tenants = await concurrently(4, () => sandbox.tenant())));

const tenantOf = (n: number) => tenants[n % tenants.length]!;
const ids = () => tenants.map(({ tenant }) => tenant.id);
const rowsOf = (table: string) =>
  sandbox.rows(`SELECT *, xmin::text AS commit FROM ${table} WHERE tenant_id = ANY($1)`, [ids()]);
const commitsOf = async (table: string) => new Set((await rowsOf(table)).map(({ commit }) => commit as string)).size;

/** Places `each` orders for every tenant. */
const ordersOf = (each: number) =>
  concurrently(each * tenants.length, async n => ({
    client: tenantOf(n),
    id: await tenantOf(n).orderOf(`name-${n}.com`),
  }));

describe('concurrent requests of several tenants', () => {
  it('place orders in few commits, each in its own tenant', async () => {
    const responses = await concurrently(120, n =>
      retryUnavailable(() => tenantOf(n).order({ domain: `name-${n}.com`, years: 1, owner: ADA })),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 120 });
    const orders = await rowsOf('orders.orders');
    for (const [n, { body }] of responses.entries()) {
      const order = orders.find(({ id }) => id === body.data.order_id);
      expect(order).toMatchObject({ domain: `name-${n}.com`, tenant_id: tenantOf(n).tenant.id, owner: ADA });
    }
    expect(await commitsOf('orders.orders')).toBeLessThan(FEW * responses.length);
  });

  it('place one order per idempotency key and return the same response', async () => {
    const responses = await concurrently(120, n =>
      retryUnavailable(() =>
        tenantOf(n).order(
          { domain: `name-${n % 40}.com`, years: 1, owner: ADA },
          { 'X-Idempotency-Key': `key-${n % 40}` },
        ),
      ),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 120 });
    for (const [n, { text }] of responses.entries()) expect(text).toBe(responses[n % 40]!.text);
    expect(await rowsOf('orders.orders')).toHaveLength(40);
  });

  it('pay orders in few commits, each with its own registration and event', async () => {
    const orders = await ordersOf(25);
    const responses = await concurrently(orders.length, n =>
      retryUnavailable(() => orders[n]!.client.pay(orders[n]!.id, `paid-${n}`)),
    );
    expect(countOutcomes(responses)).toEqual({ 200: 100 });
    const payments = await rowsOf('checkout.payments');
    const events = await rowsOf('platform.events');
    for (const [n, { body }] of responses.entries()) {
      const { id, client } = orders[n]!;
      expect(body.data).toMatchObject({ order_id: id, domain: `name-${n}.com` });
      expect(payments.find(({ order_id }) => order_id === id)).toMatchObject({ reference: `paid-${n}` });
      expect(JSON.parse(events.find(({ key }) => key === id)?.body).data).toMatchObject({
        domain: `name-${n}.com`,
        tenant: client.tenant.slug,
      });
    }
    expect(await commitsOf('checkout.payments')).toBeLessThan(FEW * responses.length);
  });

  it('pay all valid orders although others in the batch fail', async () => {
    const orders = await ordersOf(20);
    const responses = await concurrently(orders.length, n =>
      retryUnavailable(() => {
        const { client, id } = orders[n]!;
        // Some orders use a reference that is already taken, others do not exist.
        if (n % 8 === 3) return client.pay(id, 'shared');
        return client.pay(n % 8 === 5 ? id.replace(/.{8}$/, '00000000') : id, `paid-${n}`);
      }),
    );
    expect(countOutcomes(responses)).toEqual({ 200: 61, '404 ORDER_NOT_FOUND': 10, '409 PAYMENT_REFERENCE_USED': 9 });
    expect(await rowsOf('checkout.payments')).toHaveLength(61);
    expect(await rowsOf('platform.events')).toHaveLength(61);
  });

  it('do not wait for an order that another transaction has locked', async () => {
    const orders = await ordersOf(10);
    const holder = await sandbox.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM orders.orders WHERE id = $1 FOR UPDATE', [orders[0]!.id]);
    const pay = (n: number) => retryUnavailable(() => orders[n]!.client.pay(orders[n]!.id, `paid-${n}`));
    const held = pay(0);
    const free = await concurrently(orders.length - 1, n => pay(n + 1));
    expect(countOutcomes(free)).toEqual({ 200: orders.length - 1 });
    expect(await rowsOf('checkout.payments')).toHaveLength(orders.length - 1);
    await holder.query('ROLLBACK');
    holder.release();
    expect(countOutcomes([await held])).toEqual({ 200: 1 });
  });
});
