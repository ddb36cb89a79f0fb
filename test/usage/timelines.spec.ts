import type { PurchaseView } from '#usage/contract';
import { ADA, ORDERS, REGISTRY } from '../support/client.js';
import { Shop } from '../facades/shop.js';
import { addRule } from '../support/faults.js';
import { tenantPath } from '../support/portal-client.js';
import { openRequestLog, type RequestLog } from '../support/request-log.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ settings: { logBodies: 'all' } })));

const openLog = () => openRequestLog(sandbox);

describe('timeline of an order', () => {
  const timelineOf = async ({ client, developer, find }: RequestLog, order: string) => {
    await find();
    const { status, body } = await developer.get(tenantPath(client, `/orders/${order}/timeline`));
    expect(status).toBe(200);
    return body.data as PurchaseView;
  };
  const shown = ({ steps }: PurchaseView) => steps.map(({ kind, outcome, title }) => `${kind} ${outcome}: ${title}`);

  it('shows its requests, payment, registration, event, renewals and expiry in order of time', async () => {
    const log = await openLog();
    await log.client.search({ domain: 'story.com' });
    const order = await log.client.orderOf('story.com');
    await log.client.checkout({ order_id: order, payment: { method: 'test_declined', reference: 'declined' } });
    await log.client.pay(order);
    await log.client.getOrder(order);
    const renewal = await log.client.renewalOf('story.com', 2);
    await log.client.pay(renewal);
    const timeline = await timelineOf(log, order);
    expect(timeline).toMatchObject({ order_id: order, domain: 'story.com', status: 'paid' });
    const year = new Date().getUTCFullYear();
    expect(shown(timeline).map(line => line.replace(/-\d\d-\d\d/, ''))).toEqual([
      'search ok: Search',
      'order ok: Order',
      'payment failed: Payment',
      'payment ok: Payment',
      `registration ok: Registered until ${year + 1}`,
      'event ok: A domain was registered',
      'renewal ok: Renewal for 2 years ordered',
      'renewal ok: Payment of the renewal for 2 years',
      `renewal ok: Renewed until ${year + 3}`,
      'expiry planned: Expiry',
    ]);
    const [search, , declined] = timeline.steps;
    expect(declined).toMatchObject({ detail: 'PAYMENT_DECLINED', request: { status: 402, key: log.client.key.id } });
    const { body } = await log.developer.get(tenantPath(log.client, `/requests/${search!.request!.id}/exchange`));
    expect(body.data.request.body).toBe('{"domain":"story.com"}');
    expect(timeline.steps.at(-2)).toMatchObject({ order_id: renewal });
    expect((await timelineOf(log, renewal)).steps.map(({ kind }) => kind)).toContain('renewal');
  });

  it('shows the payment of an order that was read often before', async () => {
    const log = await openLog();
    const order = await log.client.orderOf('polled.com');
    for (let read = 0; read < 200; read++) await log.client.getOrder(order);
    await log.client.pay(order);
    const { steps } = await timelineOf(log, order);
    expect(steps.find(({ kind }) => kind === 'payment')).toMatchObject({ request: { status: 200 } });
  });

  it('shows a cancellation', async () => {
    const log = await openLog();
    const body = { domain: 'my-taken-story.com', auth_code: 'code', owner: ADA };
    const placed = await log.client.raw({ path: '/api/v1/sandbox/domains/transfer', body });
    const order = placed.body.data.order_id;
    const cancel = () => log.client.raw({ path: `${ORDERS}/${order}/cancel`, body: {} });
    await cancel();
    await log.client.pay(order);
    await cancel();
    expect(shown(await timelineOf(log, order))).toEqual([
      'order ok: Order of the transfer',
      'cancellation failed: Cancellation',
      'payment ok: Payment',
      'cancellation ok: Cancellation',
      'registration failed: Transfer failed',
      'payment ok: Refund',
      'event ok: A transfer failed',
    ]);
  });

  it('shows the request to a facade as the payment, also if its response was lost', async () => {
    const log = await openLog();
    const shop = new Shop(sandbox, log.client);
    await shop.register('facade-story.com');
    await addRule(log.client, {
      match: { operation: 'checkout', domain: 'lost-story.com' },
      fault: { kind: 'reset', phase: 'after' },
    });
    await expect(shop.register('lost-story.com')).rejects.toThrow();
    const orderOf = async (domain: string) => (await log.client.get(ORDERS, { domain })).body.data.orders[0];
    const [told, lost] = [await orderOf('facade-story.com'), await orderOf('lost-story.com')];
    const timeline = await timelineOf(log, told.order_id);
    expect(timeline.steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'order ok',
      'payment ok',
      'registration ok',
      'event ok',
      'expiry planned',
    ]);
    expect(timeline.steps[1]!.request).toMatchObject({ status: 201, endpoint: expect.stringMatching(/^.facades/) });
    expect(timeline.verdict.text).toMatch(/^Charged once. The response of .* was sent to your shop.$/);
    expect((await timelineOf(log, lost.order_id)).verdict).toMatchObject({
      state: 'answer_lost',
      text: expect.stringMatching(/did not reach your shop \(fault reset.after, flt_\w+\)/),
    });
  });

  it('shows the decision of the registry, and a refund', async () => {
    const log = await openLog();
    const { client } = log;
    const orders: string[] = [];
    for (const domain of ['my-pending-story.com', 'my-rejected-story.com']) {
      orders.push(await client.orderOf(domain));
      await client.pay(orders.at(-1)!);
    }
    const decision = 'registration planned: Decision of the registry';
    expect(shown(await timelineOf(log, orders[0]!))).toEqual(['order ok: Order', 'payment ok: Payment', decision]);
    const decide = (domain: string, outcome: string) =>
      client.raw({ path: `${REGISTRY}/decide`, body: { domain, outcome } });
    await decide('my-pending-story.com', 'action_required');
    await decide('my-pending-story.com', 'registered');
    await decide('my-rejected-story.com', 'failed');
    const [registered, failed] = [await timelineOf(log, orders[0]!), await timelineOf(log, orders[1]!)];
    expect(shown(registered).map(line => line.replace(/ until .*/, ''))).toEqual([
      'order ok: Order',
      'payment ok: Payment',
      expect.stringMatching(/^event ok/),
      'registration ok: Registered',
      'event ok: A domain was registered',
      'expiry planned: Expiry',
    ]);
    expect(shown(failed)).toEqual([
      'order ok: Order',
      'payment ok: Payment',
      'registration failed: Registration failed',
      'payment ok: Refund',
      'event ok: A registration failed',
    ]);
    expect(failed.steps[2]).toMatchObject({ detail: 'registry_rejected' });
  });

  it('begins with a search whose end was noticed when the order was already placed', async () => {
    const log = await openLog();
    await log.client.search({ domain: 'quick.com' });
    const order = await log.client.orderOf('quick.com');
    await log.find();
    const placed = Number.parseInt(order.slice('ord_'.length, 'ord_'.length + 12), 16);
    await sandbox.rows(
      `UPDATE usage.requests SET at = $2, duration_ms = 1 WHERE tenant_id = $1 AND route LIKE '%/search'`,
      [log.client.tenant.id, new Date(placed + 9)],
    );
    expect(shown(await timelineOf(log, order))).toEqual(['search ok: Search', 'order ok: Order']);
  });

  it('shows a payment before its event, even if a busy process noticed its end late, but not its repetition', async () => {
    const log = await openLog();
    const order = await log.client.orderOf('busy.com');
    const fault = { 'Sandbox-Fault': 'error;code=BAD_GATEWAY;phase=after' };
    await log.client.pay(order, 'invoice-1', fault);
    await log.client.pay(order, 'invoice-1');
    await log.find();
    await sandbox.rows(
      `UPDATE usage.requests SET at = at + interval '1 second' WHERE tenant_id = $1 AND route LIKE '%/checkout'`,
      [log.client.tenant.id],
    );
    const { steps } = await timelineOf(log, order);
    expect(steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'order ok',
      'payment failed',
      'registration ok',
      'event ok',
      'payment ok',
      'expiry planned',
    ]);
  });

  it('shows what is known of an order without its requests, also while the clock is frozen', async () => {
    const log = await openLog();
    await log.client.freeze('2040-01-01T00:00:00Z');
    const order = await log.client.orderOf('quiet.com');
    await log.client.pay(order);
    await log.find();
    await sandbox.rows('DELETE FROM usage.requests WHERE tenant_id = $1', [log.client.tenant.id]);
    const timeline = await timelineOf(log, order);
    expect(timeline.steps.map(({ kind, request }) => `${kind} ${request}`)).toEqual(
      ['order', 'payment', 'registration', 'event', 'expiry'].map(kind => `${kind} null`),
    );
    for (const { at, business_at, outcome } of timeline.steps) {
      expect(business_at).toMatch(outcome === 'planned' ? /^2041/ : /^2040/);
      if (outcome === 'ok') expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('is hidden from other tenants', async () => {
    const [log, stranger] = [await openLog(), await openLog()];
    const order = await log.client.orderOf('hidden.com');
    const { body } = await stranger.developer.get(tenantPath(stranger.client, `/orders/${order}/timeline`));
    expect(body.error.code).toBe('ORDER_NOT_FOUND');
  });
});
