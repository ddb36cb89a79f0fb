import { ADA, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant({ currency: 'EUR' });
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const list = async (path: string) => {
  const { status, body } = await developer.get(tenantPath(client, path));
  expect(status).toBe(200);
  return body.data;
};

const reset = (confirm = client.tenant.slug) => developer.post(tenantPath(client, '/reset'), { confirm });

describe('order list', () => {
  it('is paginated, newest first', async () => {
    for (const name of ['one', 'two', 'three']) await client.orderOf(`${name}.com`, 2);
    const first = await list('/orders?limit=2');
    expect(first.orders.map(({ domain }: { domain: string }) => domain)).toEqual(['three.com', 'two.com']);
    expect(first.orders[0]).toMatchObject({
      status: 'created',
      years: 2,
      currency: 'EUR',
      total: expect.any(Number),
      paid_at: null,
      owner: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    });
    const second = await list(`/orders?limit=2&before=${first.next}`);
    expect(second).toMatchObject({ orders: [{ domain: 'one.com' }], next: null });
  });

  it('filters by status, domain prefix and ID', async () => {
    await client.register('paid-shop.com');
    const open = await client.orderOf('open-shop.com');
    await client.orderOf('bücher.com');
    const domains = async (query: string) =>
      (await list(`/orders?${query}`)).orders.map(({ domain }: { domain: string }) => domain);
    expect(await domains('status=paid')).toEqual(['paid-shop.com']);
    expect(await domains('status=created')).toEqual(['xn--bcher-kva.com', 'open-shop.com']);
    expect(await domains('domain=Open-')).toEqual(['open-shop.com']);
    expect(await domains('domain=shop')).toEqual([]);
    expect(await domains(`domain=${encodeURIComponent('bücher.com')}`)).toEqual(['xn--bcher-kva.com']);
    expect(await domains('domain=%25')).toEqual([]);
    expect(await domains(`order_id=${open.toUpperCase()}`)).toEqual(['open-shop.com']);
    expect(await domains(`order_id=${open.slice(0, -1)}`)).toContain('open-shop.com');
    expect(await domains('order_id=ord_ffff')).toEqual([]);
  });
});

describe('the registry', () => {
  const decide = (body: object) => developer.post(tenantPath(client, '/registry/decide'), body);
  const undecided = async (query: string) =>
    (await list(`/orders?${query}`)).orders.map(({ domain }: { domain: string }) => domain);

  it('is shown and replaced', async () => {
    const set = { registration: 'async', registration_delay: 'PT1H', strict_prices: true };
    const { body } = await developer.put(tenantPath(client, '/registry'), set);
    expect(body.data).toMatchObject({ ...set, transfer_delay: 'P5D', strict_owners: false });
    expect(await list('/registry')).toEqual(body.data);
    const invalid = await developer.put(tenantPath(client, '/registry'), { transfer_delay: 'P61D' });
    expect([outcomeOf(invalid), fieldsOf(invalid)]).toEqual(['422 VALIDATION_FAILED', ['transfer_delay']]);
    expect(await list('/registry')).toEqual(body.data);
  });

  it('decides and cancels orders, which the list finds by kind and domain status', async () => {
    const [order] = [await client.orderOf('my-pending-shop.com'), await client.orderOf('open-shop.com')];
    await client.pay(order);
    expect(await undecided('domain_status=pending&kind=registration')).toEqual(['my-pending-shop.com']);
    expect(await undecided('kind=transfer')).toEqual([]);
    const refused = await decide({ domain: 'my-pending-shop.com', outcome: 'registered', reason: 'late' });
    expect([outcomeOf(refused), fieldsOf(refused)]).toEqual(['422 VALIDATION_FAILED', ['reason']]);
    const cancel = () => developer.post(tenantPath(client, `/orders/${order}/cancel`));
    expect(outcomeOf(await cancel())).toBe('409 ORDER_NOT_CANCELABLE');
    await decide({ domain: 'my-pending-shop.com', outcome: 'action_required', reason: 'passport_missing' });
    expect(await undecided('domain_status=action_required')).toEqual(['my-pending-shop.com']);
    const canceled = { status: 'refunded', domain_status: 'failed', reason: 'canceled', refund: { currency: 'EUR' } };
    expect((await cancel()).body.data).toMatchObject(canceled);
    expect((await cancel()).body.data).toMatchObject(canceled);
    expect(outcomeOf(await decide({ domain: 'my-pending-shop.com', outcome: 'failed' }))).toBe('404 NOTHING_PENDING');
    const entries = await sandbox.rows(
      `SELECT action, subject, before, after FROM platform.audit WHERE tenant_id = $1 AND action LIKE 'order.%' ORDER BY position`,
      [client.tenant.id],
    );
    const before = { domain: 'my-pending-shop.com', domain_status: 'pending' };
    const waiting = { ...before, domain_status: 'action_required' };
    expect(entries).toEqual([
      { action: 'order.decide', subject: order, before, after: { ...waiting, reason: 'passport_missing' } },
      {
        action: 'order.cancel',
        subject: order,
        before: waiting,
        after: { ...before, domain_status: 'failed', reason: 'canceled' },
      },
    ]);
  });
});

describe('domain list', () => {
  it('is paginated, newest first, and filters by prefix', async () => {
    for (const name of ['one', 'two', 'three']) await client.register(`${name}.com`);
    const first = await list('/domains?limit=2');
    expect(first.domains.map(({ domain }: { domain: string }) => domain)).toEqual(['three.com', 'two.com']);
    expect(first.domains[0]).toMatchObject({ tld: 'com', order_id: expect.stringMatching(/^ord_/) });
    expect(await list(`/domains?limit=2&before=${first.next}`)).toMatchObject({
      domains: [{ domain: 'one.com' }],
      next: null,
    });
    expect((await list('/domains?domain=t')).domains).toHaveLength(2);
  });
});

describe('sandbox reset', () => {
  it('deletes registrations and idempotency keys', async () => {
    const peer = await sandbox.tenant();
    await peer.register('kept.com');
    const once = { 'X-Idempotency-Key': 'once' };
    const response = await client.order({ domain: 'mine.com', years: 1, owner: ADA }, once);
    await client.pay(response.body.data.order_id, 'reference');
    await client.orderOf('open.com');
    expect((await reset()).body.data).toEqual({ orders: 2, domains: 1 });
    expect(await client.statusOf('mine.com')).toBe('available');
    expect((await list('/orders')).orders).toEqual([]);
    expect((await list('/domains')).domains).toEqual([]);
    const again = await client.order({ domain: 'mine.com', years: 2, owner: ADA }, once);
    expect(again.status).toBe(201);
    expect(outcomeOf(await client.pay(again.body.data.order_id, 'reference'))).toBe('200');
    expect(await peer.statusOf('kept.com')).toBe('taken');
    expect(await sandbox.rows('SELECT FROM checkout.payments WHERE tenant_id = $1', [client.tenant.id])).toHaveLength(
      1,
    );
  });

  it('keeps the log and recorded events', async () => {
    await client.register('announced.com');
    const events = () => sandbox.rows('SELECT FROM platform.events WHERE tenant_id = $1', [client.tenant.id]);
    await reset();
    expect(await events()).toHaveLength(1);
  });

  it.each(['', 'yes', 'DEMO', '  '])('is rejected when "%s" is typed', async confirm => {
    await client.register('kept.com');
    const response = await reset(confirm);
    expect(response.status).toBe(422);
    expect(['VALIDATION_FAILED', 'NOT_CONFIRMED']).toContain(response.body.error.code);
    expect(await client.statusOf('kept.com')).toBe('taken');
  });

  it('is recorded in the audit log', async () => {
    await client.register('audited.com');
    await reset();
    const [entry] = await sandbox.rows(`SELECT * FROM platform.audit WHERE tenant_id = $1 AND action = 'world.reset'`, [
      client.tenant.id,
    ]);
    expect(entry).toMatchObject({
      actor: developer.credentials.email,
      after: { orders: 1, registrations: 1, payments: 1 },
    });
  });

  it('removes all orders although one of them is changed at the same time', async () => {
    const { id: tenant } = client.tenant;
    await client.orderOf('original.com');
    await sandbox.rows(
      `INSERT INTO orders.orders SELECT copy.* FROM orders.orders o, generate_series(1, 2005) AS n,
         jsonb_populate_record(o, jsonb_build_object('id', o.id || '-' || n, 'domain', 'copy-' || n || '.com')) AS copy
       WHERE o.tenant_id = $1`,
      [tenant],
    );
    const changing = await sandbox.database.pool.connect();
    await changing.query('BEGIN');
    await changing.query(`UPDATE orders.orders SET domain = domain WHERE tenant_id = $1 AND domain = 'copy-1.com'`, [
      tenant,
    ]);
    const resetting = reset();
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%removed_orders%'`;
    await eventually(async () => expect(await sandbox.rows(waiting)).not.toEqual([]));
    await changing.query('COMMIT');
    changing.release();
    expect((await resetting).body.data).toEqual({ orders: 2_006, domains: 0 });
  });

  it('leaves consistent data during concurrent purchases', async () => {
    const buying = async (n: number) => {
      for (let round = 0; round < 8; round++) {
        const order = await client.order({ domain: `race-${n}-${round}.com`, years: 1, owner: ADA });
        expect([201, 503]).toContain(order.status);
        if (order.status !== 201) continue;
        const paid = await client.pay(order.body.data.order_id, `race-${n}-${round}`);
        expect(['200', '404 ORDER_NOT_FOUND', '503 SERVICE_UNAVAILABLE']).toContain(outcomeOf(paid));
      }
    };
    const resetting = async () => {
      for (let round = 0; round < 6; round++) expect((await reset()).status).toBe(200);
    };
    await Promise.all([resetting(), ...Array.from({ length: 6 }, (_, n) => buying(n))]);
    const [broken] = await sandbox.rows(
      `SELECT count(*) FILTER (WHERE o.status = 'paid' AND (r.order_id IS NULL OR p.order_id IS NULL))::int AS paid,
         count(*) FILTER (WHERE o.id IS NULL)::int AS orphans
       FROM (SELECT * FROM orders.orders WHERE tenant_id = $1) o
       FULL JOIN (SELECT * FROM domains.registrations WHERE tenant_id = $1) r ON r.order_id = o.id
       FULL JOIN (SELECT * FROM checkout.payments WHERE tenant_id = $1) p ON p.order_id = coalesce(o.id, r.order_id)`,
      [client.tenant.id],
    );
    expect(broken).toEqual({ paid: 0, orphans: 0 });
  });
});
