import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS, REGISTRY } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { REGISTRANT, Shopper } from '../support/shopper.js';
import { RecordUsage } from '#usage';
import { Receivers } from '#webhooks';
import { TESTER } from '../support/tester.js';
import type { Client } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';

/** Waits between the pages, of which an address gets 120 per minute. */
const seesDelivered = (visitor: Shopper, receipt: string) =>
  eventually(async () => {
    await sleep(300);
    expect((await visitor.get(receipt)).text).toContain('Webhook delivered');
  });

let sandbox: Sandbox;
let client: Client;
beforeAll(async () => {
  // The storefront of the default tenant is public with an embedded PostgreSQL.
  const trustedProxies = ['127.0.0.0/8'];
  sandbox = await startSandbox({
    settings: { isEmbedded: true, defaultTenant: 'demo', webhookAllowPrivateTargets: true, trustedProxies },
  });
  client = await sandbox.tenant({ slug: 'demo' });
});

let addresses = 0;

/** A browser with its own address. */
const shopper = () => new Shopper(sandbox, 'demo.localhost', { 'X-Forwarded-For': `198.51.100.${++addresses}` });

describe('the search page', () => {
  it('shows a search field, the banner, and noindex', async () => {
    const { status, text, headers } = await shopper().get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('name="q"');
    expect(text).toContain('Sandbox – nothing is charged or registered');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  it('lists the exact name first, then the label under popular TLDs, then suggestions', async () => {
    const { status, text } = await shopper().get('/?q=my-list-shop.net');
    expect(status).toBe(200);
    const names = [...text.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, name]) => name);
    expect(names[0]).toBe('my-list-shop.net');
    expect(names.slice(1, 6)).toEqual(['com', 'org', 'io', 'dev', 'shop'].map(tld => `my-list-shop.${tld}`));
    expect(names.length).toBeGreaterThan(6);
    expect(new Set(names).size).toBe(names.length);
  });

  it('shows the price of the first year and of the renewal', async () => {
    const { text } = await shopper().get('/?q=my-price-shop.com');
    expect(text).toContain('<b>11.99 USD</b> the first year, renews at 14.99 USD per year');
  });

  it('marks premium and taken names', async () => {
    expect((await shopper().get('/?q=my-premium-shop.com')).text).toContain(
      '<span class="badge premium">Premium</span>',
    );
    const { text } = await shopper().get('/?q=google.com');
    expect(text).toContain('<span class="badge taken">Taken</span>');
    expect(text).not.toContain('/order?domain=google.com');
  });

  it.each([
    ['-bad-.com', 422],
    ['shop.example', 200],
  ])('explains why %s cannot be searched', async (query, status) => {
    const response = await shopper().get(`/?q=${query}`);
    expect(response.status).toBe(status);
    expect(response.text).toContain('id="q-error"');
    expect(response.text).toContain(`value="${query}"`);
  });
});

describe('the order form', () => {
  it('shows a price for each number of years', async () => {
    const { text } = await shopper().get('/order?domain=my-years-shop.com');
    expect(text.match(/<option/g)).toHaveLength(10);
    expect(text).toContain('2 years – 26.98 USD');
  });

  it('reports each invalid field beside it and keeps the input', async () => {
    const visitor = shopper();
    await visitor.get('/order?domain=my-form-shop.com');
    const form = {
      domain: 'my-form-shop.com',
      years: '11',
      first_name: 'Ada',
      last_name: '',
      email: 'nobody',
      phone: '1',
    };
    const { status, text } = await visitor.post('/order', form);
    expect(status).toBe(422);
    for (const id of ['last_name-error', 'email-error', 'phone-error']) expect(text).toContain(`id="${id}"`);
    expect(text).toContain('Choose 1 to 10 years.');
    expect(text).toContain('value="Ada"');
    expect(text).toContain('value="nobody"');
    expect(text).not.toContain('first_name-error');
    expect(text).not.toMatch(/must be|string/);
  });

  it('counts blank optional fields as absent', async () => {
    expect(await shopper().order('my-blank-shop.com', { phone: ' ', country: '' })).toMatch(/^\/orders\/ord_/);
  });

  it('places one order when the form is sent twice', async () => {
    const visitor = shopper();
    await visitor.get('/order?domain=my-double-shop.com');
    const form = { domain: 'my-double-shop.com', years: '1', ...REGISTRANT };
    const responses = await Promise.all([visitor.post('/order', form), visitor.post('/order', form)]);
    const [first, second] = responses.map(({ headers }) => headers['location']);
    expect(first).toMatch(/^\/orders\/ord_/);
    expect(second).toBe(first);
  });

  it('returns 409 when the name is taken, and offers another search', async () => {
    const { status, text } = await shopper().get('/order?domain=google.com');
    expect(status).toBe(409);
    expect(text).toContain('google.com is already registered.');
    expect(text).toContain('name="q"');
  });

  it('returns 409 when somebody registers the name in the meantime', async () => {
    const visitor = shopper();
    await visitor.get('/order?domain=my-late-shop.com');
    await client.register('my-late-shop.com');
    const { status, text } = await visitor.post('/order', { domain: 'my-late-shop.com', years: '1', ...REGISTRANT });
    expect(status).toBe(409);
    expect(text).toContain('my-late-shop.com is already registered.');
  });
});

describe('the payment', () => {
  it('registers the domain and continues with the receipt', async () => {
    const visitor = shopper();
    const receipt = await visitor.buy('my-paid-shop.com');
    const { status, text } = await visitor.get(receipt);
    expect(status).toBe(200);
    expect(text).toContain('my-paid-shop.com is yours');
    expect(await client.statusOf('my-paid-shop.com')).toBe('taken');
    expect((await visitor.get('/domains')).text).toContain('my-paid-shop.com');
  });

  it('returns 402 when it is declined, and can be repeated', async () => {
    const visitor = shopper();
    const order = await visitor.order('my-declined-shop.com');
    await visitor.get(order);
    const declined = await visitor.post(order, { outcome: 'declined' });
    expect(declined.status).toBe(402);
    expect(declined.text).toContain('The payment was declined. You can pay again.');
    expect((await visitor.post(order, { outcome: 'succeeds' })).status).toBe(303);
  });

  it('returns 422 without an outcome', async () => {
    const visitor = shopper();
    const order = await visitor.order('my-choice-shop.com');
    await visitor.get(order);
    expect((await visitor.post(order, { outcome: 'explodes' })).status).toBe(422);
  });

  it('redirects a paid order to its receipt and an open one to its payment', async () => {
    const visitor = shopper();
    const order = await visitor.order('my-open-shop.com');
    expect((await visitor.get(`${order}/receipt`)).headers['location']).toBe(order);
    await visitor.get(order);
    await visitor.post(order, { outcome: 'succeeds' });
    expect((await visitor.get(order)).headers['location']).toBe(`${order}/receipt`);
  });
});

describe('the receipt', () => {
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
    await sandbox.app.get(Receivers).add(client.tenant.id, { url: receiver.url }, TESTER);
  });

  it('follows the webhook: waiting, then delivered', async () => {
    receiver.hold();
    const visitor = shopper();
    const receipt = await visitor.buy('my-webhook-shop.com');
    expect((await visitor.get(receipt)).text).toContain('Notifying the server …');
    receiver.release();
    await seesDelivered(visitor, receipt);
  });

  it.each([
    [
      'its deliveries',
      'DELETE FROM webhooks.deliveries WHERE event_id IN (SELECT id FROM platform.events WHERE key = $1)',
    ],
    ['its event', 'DELETE FROM platform.events WHERE key = $1'],
  ])('does not wait for the webhook after retention has removed %s', async (_removed, statement) => {
    receiver.release();
    const visitor = shopper();
    const receipt = await visitor.buy(`my-old-${_removed.split(' ')[1]}-shop.com`);
    await seesDelivered(visitor, receipt);
    await sandbox.rows(statement, [receipt.split('/')[2]]);
    const { text } = await visitor.get(receipt);
    expect(text).toContain('No notification is on record.');
    expect(text).not.toContain('data-events');
  });

  it('streams an event when the webhook is delivered, and then ends', async () => {
    receiver.hold();
    const visitor = shopper();
    const receipt = await visitor.buy('my-stream-shop.com');
    const stream = visitor.get(receipt.replace('/receipt', '/events'));
    await eventually(() => expect(receiver.concurrent).toBeGreaterThan(0));
    receiver.release();
    const { status, headers, text } = await stream;
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(text).toContain('event: end');
  });

  it('is not counted as a latency', async () => {
    receiver.release();
    const visitor = shopper();
    const receipt = await visitor.buy('my-latency-shop.com');
    await visitor.get(receipt.replace('/receipt', '/events'));
    await sandbox.app.get(RecordUsage).flush();
    const routes = await sandbox.rows('SELECT DISTINCT route FROM usage.minute_latencies WHERE tenant_id = $1', [
      client.tenant.id,
    ]);
    expect(routes.map(({ route }) => route)).toContain('/orders/:id');
    expect(routes.map(({ route }) => route)).not.toContain('/orders/:id/events');
    // Latencies of seconds are read from the log.
    const query = new URLSearchParams({
      endpoint: '/orders/:id/events',
      from: new Date(Date.now() - 60_000).toISOString(),
    });
    const person = await sandbox.person({ role: 'operator' });
    const { body } = await person.get(tenantPath(client, `/usage/latency?${query.toString()}`));
    expect(body.data).toMatchObject({ step_seconds: 1, p50_ms: null });
  });
});

describe('the receipt of a domain that the registry decides later', () => {
  const decide = async (domain: string, outcome: string, reason?: string) =>
    void (await client.raw({ path: `${REGISTRY}/decide`, body: { domain, outcome, reason } }));
  beforeAll(() => client.setRegistry({ registration_delay: 'P1D' }));
  afterAll(() => client.setRegistry({}));

  it('says when the registry decides, and streams the decision', async () => {
    const visitor = shopper();
    const receipt = await visitor.buy('my-pending-shop.com');
    const { status, text } = await visitor.get(receipt);
    expect(status).toBe(200);
    expect(text).toContain('my-pending-shop.com is ordered');
    expect(text).toMatch(/The registry decides on \w{3} \d+, \d{4}/);
    expect(text).toContain(`data-events="${receipt.replace('/receipt', '/events')}?version=`);
    expect(text).not.toMatch(/is yours|No webhook/);
    expect((await visitor.get(receipt.replace('/receipt', ''))).headers['location']).toBe(receipt);
    const domains = await visitor.get('/domains');
    expect([domains.status, domains.text.includes('my-pending-shop.com')]).toEqual([200, false]);
    expect((await visitor.get('/renew?domain=my-pending-shop.com')).status).toBe(404);
    const stream = visitor.get(receipt.replace('/receipt', '/events'));
    await decide('my-pending-shop.com', 'registered');
    expect((await stream).text).toContain('event: end');
    expect((await visitor.get(receipt)).text).toContain('my-pending-shop.com is yours');
    expect((await visitor.get('/domains')).text).toContain('my-pending-shop.com');
  });

  it('streams a change that a page missed before it connected', async () => {
    const visitor = shopper();
    const receipt = await visitor.buy('my-pending-reconnected-shop.com');
    const [, events = ''] = /data-events="([^"]+)"/.exec((await visitor.get(receipt)).text) ?? [];
    await decide('my-pending-reconnected-shop.com', 'action_required');
    const missed = await visitor.readUntil(/event: \w+\n/, events);
    expect(missed).toMatch(/^retry: 3000\n\nid: \S+\nevent: change\n/);
    const [, id = ''] = /id: (\S+)/.exec(missed) ?? [];
    expect((await visitor.get(receipt)).text).toContain(`version=${id}"`);
    const reconnected = visitor.readUntil(/event: \w+\n/, events, { 'Last-Event-ID': id });
    await decide('my-pending-reconnected-shop.com', 'failed');
    expect(await reconnected).not.toContain(`id: ${id}\n`);
  });

  it('shows for what the registry waits, and then the refund', async () => {
    const visitor = shopper();
    const receipt = await visitor.buy('my-action-required-shop.com');
    await decide('my-action-required-shop.com', 'action_required', 'passport missing');
    const waiting = (await visitor.get(receipt)).text;
    expect(waiting).toMatch(/my-action-required-shop\.com is waiting.*Action required.*passport missing/s);
    expect(waiting).toContain('data-events');
    await decide('my-action-required-shop.com', 'failed', 'name reserved');
    const failed = (await visitor.get(receipt)).text;
    expect(failed).toMatch(/my-action-required-shop\.com is not yours.*refunded in full.*name reserved.*Refunded/s);
    expect((await visitor.get(receipt.replace('/receipt', ''))).headers['location']).toBe(receipt);
  });
});

describe('a purchase on the storefront', () => {
  it('appears in the portal with its channel, in the events, and in usage under its own key', async () => {
    const visitor = shopper();
    await visitor.buy('my-channel-shop.com');
    const person = await sandbox.person({ role: 'operator' });
    const { body } = await person.get(tenantPath(client, '/orders?domain=my-channel-shop.com'));
    expect(body.data.orders).toMatchObject([{ domain: 'my-channel-shop.com', status: 'paid', channel: 'storefront' }]);
    await eventually(async () => {
      const { body: requests } = await person.get(tenantPath(client, '/requests?domain=my-channel-shop.com'));
      expect(requests.data.requests).not.toHaveLength(0);
      for (const request of requests.data.requests)
        expect(request).toMatchObject({ key: { id: 'storefront', name: 'Storefront', hint: null }, curl: null });
    });
    const { body: usage } = await person.get(tenantPath(client, '/usage/series?by=key'));
    expect(usage.data.series).toContainEqual(expect.objectContaining({ name: 'storefront', label: 'Storefront' }));
    // Forms are answered with redirects.
    const { body: classes } = await person.get(tenantPath(client, '/usage/series?by=status'));
    expect(classes.data.series.map(({ label }: never) => label).slice(0, 2)).toEqual([
      '2xx succeeded',
      '3xx redirected',
    ]);
  });
});

describe('strict settings of the registry', () => {
  it('do not concern the storefront', async () => {
    await client.setRegistry({ strict_prices: true, strict_owners: true });
    expect(await shopper().buy('premium-strict-shop.us')).toContain('/receipt');
    await client.setRegistry({});
  });
});

describe('visitors', () => {
  it('see their own orders only', async () => {
    const [one, other] = [shopper(), shopper()];
    const receipt = await one.buy('my-private-shop.com');
    expect((await one.get(receipt)).status).toBe(200);
    for (const path of [receipt, receipt.replace('/receipt', ''), receipt.replace('receipt', 'events')])
      expect((await other.get(path)).status).toBe(404);
    expect((await other.get('/domains')).text).not.toContain('my-private-shop.com');
  });

  it('see no drawer', async () => {
    expect((await shopper().get('/?q=my-drawer-shop.com')).text).not.toContain('What your server would do');
  });
});

describe('developers', () => {
  const asDeveloper = async (hours?: number) => {
    const person = await sandbox.person({ role: 'developer', tenants: [client] });
    const { body } = await person.post(tenantPath(client, '/storefront/links'), { hours });
    const visitor = shopper();
    const opened = await visitor.get(body.data.path);
    return { visitor, opened };
  };

  it('enter through a share link and see the calls of each step, without a key', async () => {
    const { visitor, opened } = await asDeveloper();
    expect([opened.status, opened.headers['location']]).toEqual([303, '/']);
    const search = await visitor.get('/?q=my-developer-shop.com');
    expect(search.text).toContain('POST /api/v1/sandbox/domains/search');
    const receipt = await visitor.buy('my-developer-shop.com');
    const { text } = await visitor.get(receipt);
    expect(text).toContain('POST /api/v1/sandbox/domains/checkout');
    expect(text).toContain('domain.registered');
    for (const page of [search.text, text]) expect(page).not.toMatch(/ny_(sandbox|live)_/);
  });

  it('see the orders and domains of the tenant', async () => {
    const receipt = await shopper().buy('my-shared-shop.com');
    const { visitor } = await asDeveloper();
    expect((await visitor.get(receipt)).status).toBe(200);
    expect((await visitor.get('/domains')).text).toContain('my-shared-shop.com');
  });

  it('lose access when the link expires', async () => {
    const { visitor } = await asDeveloper(1);
    sandbox.clock.advance({ hours: 1, ms: 1 });
    expect((await visitor.get('/?q=my-expired-shop.com')).text).not.toContain('What your server would do');
    sandbox.clock.reset();
  });

  it('cannot use the link of another tenant', async () => {
    const other = await sandbox.tenant();
    const person = await sandbox.person({ role: 'operator' });
    const { body } = await person.post(tenantPath(other, '/storefront/links'), {});
    expect((await shopper().get(body.data.path)).status).toBe(404);
  });
});

it('serves only the storefront at its host', async () => {
  const visitor = shopper();
  for (const path of ['/docs', '/docs/openapi.json', '/health/live', '/health/ready', '/metrics', '/order/x'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  for (const path of [EVENTS, '/facades/dnsimple/v2/whoami', '/portal', '/portal/api/session'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 421]);
});
