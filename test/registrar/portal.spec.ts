import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import type { Sandbox } from '../support/sandbox.js';
import { openRegistrar, Shop, startLive } from './installation.js';

let registrar: Sandbox;
let account: Client;
let live: Sandbox;
let shop: Shop;
let other: Shop;
let bought: string;
let operator: PortalClient;
let developer: PortalClient;

beforeAll(async () => {
  ({ registrar, account } = await openRegistrar());
  live = await startLive(registrar, account);
  shop = await Shop.open(live, { credit: '100', daily: '80' });
  other = await Shop.open(live);
  operator = await live.person({ role: 'operator' });
  developer = await live.person({ role: 'developer', tenants: [shop.client] });
  bought = await shop.buy('bought.com');
  await eventually(async () => expect((await shop.state(bought)).domain_status).toBe('registered'));
});

const ofTenant = (path: string) => tenantPath(shop.client, `/registrar/${path}`);
const ofMoney = (path: string) => `registrar/tenants/${shop.client.tenant.slug}/${path}`;
const ordersAt = async (user: PortalClient, path: string) => (await user.get(path)).body.data.orders;
const idsAt = async (path: string) =>
  ((await ordersAt(operator, path)) as { order_id: string }[]).map(({ order_id }) => order_id);

describe('the live registrar in the portal', () => {
  it('shows the connection and the number of orders to operators', async () => {
    expect((await operator.get('registrar/status')).body.data).toMatchObject({
      driver: 'dnsimple',
      url: `${registrar.origin}/facades/dnsimple`,
      switch: 'on',
      circuit: 'closed',
      calls_left: expect.any(Number),
      orders: { registered: 1, pending: 0, stuck: 0 },
    });
  });

  it('shows orders by state and tenant, and the calls to the registrar', async () => {
    const created = (await other.order('not-paid.com')).body.data.order_id;
    expect(await idsAt('registrar/orders')).toEqual([created, bought]);
    expect(await idsAt('registrar/orders?state=created')).toEqual([created]);
    expect(await idsAt('registrar/orders?state=unfinished')).toEqual([]);
    expect(await idsAt(tenantPath(other.client, '/registrar/orders'))).toEqual([created]);
    const { next } = (await operator.get('registrar/orders?limit=1')).body.data;
    expect(await idsAt(`registrar/orders?before=${next}`)).toEqual([bought]);
    expect(outcomeOf(await operator.get('registrar/orders?before=x'))).toBe('422 VALIDATION_FAILED');
    expect(await ordersAt(developer, ofTenant('orders'))).toEqual([
      {
        order_id: bought,
        tenant: shop.client.tenant.slug,
        domain: 'bought.com',
        kind: 'registration',
        state: 'registered',
        step: null,
        paid_at: expect.any(String),
        reason: null,
        total: expect.any(Number),
        created_at: expect.any(String),
      },
    ]);
    for (const [user, path] of [
      [operator, `registrar/orders/${bought}/steps`],
      [developer, ofTenant(`orders/${bought}/steps`)],
    ] as const) {
      const { steps } = (await user.get(path)).body.data as { steps: { step: string; call: string; status: number }[] };
      expect(steps[0]).toMatchObject({ step: 'mark', call: 'mark', status: 201, error: null });
      expect(steps.map(({ call }) => call)).toContain('submit');
    }
  });

  it('returns 404 for orders of other tenants and unknown ones', async () => {
    const foreign = (await other.order('of-another.com')).body.data.order_id;
    for (const [user, path] of [
      [developer, ofTenant(`orders/${foreign}/steps`)],
      [operator, ofTenant(`orders/${foreign}/steps`)],
      [operator, 'registrar/orders/ord_none/steps'],
    ] as const)
      expect([path, outcomeOf(await user.get(path))]).toEqual([path, '404 ORDER_NOT_FOUND']);
    const path = tenantPath(other.client, '/registrar/orders');
    expect(outcomeOf(await developer.get(path))).toBe('404 TENANT_NOT_FOUND');
  });

  it('is closed to developers, except for their own account and orders', async () => {
    const outcome = { outcome: 'failed', reason: 'a test' };
    for (const response of [
      await developer.get('registrar/status'),
      await developer.get('registrar/orders'),
      await developer.get(`registrar/orders/${bought}/steps`),
      await developer.post('registrar/reconcile'),
      await developer.post(`registrar/orders/${bought}/outcome`, outcome),
      await developer.post(ofMoney('credit'), { amount: '5', reason: 'a test' }),
      await developer.put(ofMoney('limit'), { daily: '500' }),
    ])
      expect(outcomeOf(response)).toBe('403 OPERATORS_ONLY');
    expect((await developer.get(ofTenant('account'))).body.data).toMatchObject({ credit: 100, daily_limit: 80 });
  });

  it('leaves live events out of the timeline of the clock', async () => {
    const { data } = (await developer.get(tenantPath(shop.client, '/clock/timeline'))).body;
    expect(data).toEqual({ past: [], coming: [] });
  });

  it('changes credit and daily limit', async () => {
    const credit = (amount: string) => operator.post(ofMoney('credit'), { amount, reason: 'prepaid' });
    expect((await credit('12.50')).body.data.credit).toBe(112.5);
    expect((await credit('-12.50')).body.data.credit).toBe(100);
    expect(outcomeOf(await credit('-1000'))).toBe('422 VALIDATION_FAILED');
    expect((await operator.put(ofMoney('limit'), { daily: '60' })).body.data.daily_limit).toBe(60);
    expect(outcomeOf(await operator.put(ofMoney('limit'), { daily: 'a lot' }))).toBe('422 VALIDATION_FAILED');
    expect((await developer.get(ofTenant('account'))).body.data).toMatchObject({ credit: 100, daily_limit: 60 });
  });

  it('compares with the registrar', async () => {
    const compare = async () => (await operator.post('registrar/reconcile')).body.data.differences;
    expect(await compare()).toEqual([]);
    await account.register('unknown-here.com');
    const found = [{ kind: 'unknown_here', of: 'unknown-here.com', here: null, there: expect.any(String) }];
    expect(await compare()).toEqual(found);
    expect((await operator.get('registrar/status')).body.data.differences).toEqual(found);
  });

  it('ends a stuck order once', async () => {
    const end = (id: string) =>
      operator.post(`registrar/orders/${id}/outcome`, { outcome: 'registered', reason: 'the account holds it' });
    expect(outcomeOf(await end(bought))).toBe('404 ORDER_NOT_FOUND');
    await live.rows(`UPDATE registrar.orders SET domain_status = 'pending', step = 'stuck' WHERE id = $1`, [bought]);
    await live.rows('UPDATE registrar.accounts SET held = spent, spent = 0 WHERE tenant_id = $1', [
      shop.client.tenant.id,
    ]);
    await live.rows(`DELETE FROM registrar.ledger WHERE kind = 'capture'`);
    expect(await idsAt('registrar/orders?state=unfinished')).toEqual([bought]);
    expect((await end(bought)).body.data).toEqual({ order_id: bought, outcome: 'registered' });
    expect(await idsAt('registrar/orders?state=registered')).toEqual([bought]);
    expect(outcomeOf(await end(bought))).toBe('404 ORDER_NOT_FOUND');
  });
});

it('compares nothing without a registrar', async () => {
  const person = await registrar.person({ role: 'operator' });
  expect(outcomeOf(await person.post('registrar/reconcile'))).toBe('503 REGISTRAR_NOT_CONNECTED');
  expect((await person.get('registrar/status')).body.data).toMatchObject({ driver: 'none', circuit: null });
});
