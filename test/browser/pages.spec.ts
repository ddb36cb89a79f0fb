import { gzipSync } from 'node:zlib';
import { type Client, REGISTRY } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { EXPLORATIONS, FINDING, report } from '../support/explorations.js';
import { LOGO } from '../support/logo.js';
import type { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { Shopper } from '../support/shopper.js';
import { ALL_RULES, COLOR_RULES, PHONE_RULES } from './axe.js';
import { openPortal, type Portal } from './open-portal.js';
import { Window } from './window.js';

/** Gzipped JavaScript until the login page can be used, and until the first page after it is shown. */
const MAX_LOGIN_BYTES = 160_000;
const MAX_SCRIPT_BYTES = 250_000;
/** Scripts and styles that delay the first paint. */
const MAX_FILES = 12;

const LAPTOP = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: LAPTOP, rules: ALL_RULES },
  { name: 'dark', colorScheme: 'dark', viewport: LAPTOP, rules: COLOR_RULES },
  { name: 'on a phone', colorScheme: 'light', viewport: PHONE, rules: PHONE_RULES },
] as const;

describeWith('chromium', 'Every page of the portal', () => {
  let portal: Portal;
  let sandbox: Sandbox;
  let client: Client;
  let receiver: TestReceiver;
  let operator: PortalClient;
  let pages: [path: string, seen: string | RegExp][];

  beforeAll(async () => {
    [portal, receiver] = await Promise.all([openPortal(), TestReceiver.start()]);
    ({ sandbox, operator } = portal);
    client = await sandbox.tenant();
    await sandbox.tenant({ slug: 'empty' });
    await sandbox.tenant({ slug: 'frozen' });
    await operator.put('tenants/frozen/clock', { mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    pages = await createPages();
  });
  afterAll(() => receiver?.stop());

  /** Creates data for every page, and returns the paths with a text that each shows. */
  async function createPages(): Promise<typeof pages> {
    const t = `tenants/${client.tenant.slug}`;
    const made = await operator.post(`${t}/receivers`, { url: receiver.url, description: 'The shop' });
    const { id } = made.body.data.receiver;
    await operator.patch(`${t}/storefront`, {
      access: 'public',
      accent: '#ffff00',
      legal_links: [{ label: 'Imprint', url: 'https://shop.example/imprint' }],
    });
    await operator.put(`${t}/storefront/logo`, { data: LOGO.toString('base64') });
    for (const host of ['shop.example.com', 'names.a-long-company-name.example.com'])
      await operator.post(`${t}/hosts`, { host });
    await operator.post(`${t}/hosts/shop.example.com/verify`);
    await new Shopper(sandbox, `${client.tenant.slug}.localhost`).buy('visitor-shop.com');
    const { body: registered } = await client.register('example-shop.com');
    const renewal = await client.renewalOf('example-shop.com', 2);
    const pending = await client.orderOf('example-pending-shop.com');
    const waiting = await client.orderOf('example-action-required-shop.com');
    await client.setRegistry({ registration_delay: 'P60D' });
    for (const order of [pending, waiting]) await client.pay(order);
    await client.raw({
      path: `${REGISTRY}/decide`,
      body: { domain: 'example-action-required-shop.com', outcome: 'action_required' },
    });
    await client.search({ domain: 'not a domain' });
    await client.search({ domain: 'faulted.com' }, { 'Sandbox-Fault': 'error;code=RATE_LIMITED' });
    await client.search({ domain: 'a.com' }, { Authorization: 'Bearer no-key' });
    const delivery = await eventually(async () => {
      const { body } = await operator.get(`${t}/deliveries`);
      expect(body.data.deliveries).toMatchObject([
        { state: 'delivered' },
        { state: 'delivered' },
        { state: 'delivered' },
      ]);
      return body.data.deliveries[0].id as string;
    });
    const request = await eventually(async () => {
      const { body } = await operator.get(`${t}/requests?code=INVALID_DOMAIN`);
      expect(body.data.requests).toHaveLength(1);
      return body.data.requests[0].id as string;
    });
    const faulted = await eventually(async () => {
      const { body } = await operator.get(`${t}/requests?domain=faulted.com`);
      expect(body.data.requests).toHaveLength(1);
      return body.data.requests[0].id as string;
    });
    const world = await sandbox.world(client, { name: 'Renewal test' });
    await world.freeze('2030-01-01T00:00:00Z');
    await operator.post(`${t}/faults`, {
      match: { operation: 'checkout', domain: 'a-long-pattern-of-names-*' },
      fault: { kind: 'webhook', effect: 'duplicate', times: 3 },
    });
    const found = {
      findings: [FINDING],
      not_reproduced: [{ oracle: 'told-no', title: 'The customer was told no', plan: 'buy + order:reset/before' }],
    };
    const exploration = (await client.raw({ path: EXPLORATIONS, body: report(found) })).body.data.id;
    const { body: events } = await operator.get(`${t}/events?about=${registered.data.order_id}`);
    const event = events.data.events[0].id;
    const ended = await sandbox.world(client, { name: 'Ended test' });
    await operator.delete(`${t}/worlds/${ended.tenant.slug}`);
    const at = `/t/${client.tenant.slug}`;
    return [
      [at, 'Latest requests'],
      ['/t/empty', 'Waiting for your first request'],
      [`${at}/keys`, '100,000 / min'],
      [`${at}/keys?new=1`, 'Create API key'],
      [`${at}/keys/${client.key.id}`, 'Test this key'],
      [`${at}/usage`, /^\d+ requests,/],
      [`${at}/usage?by=endpoint&tables=requests,latency`, /^\d+ requests,/],
      [`${at}/usage?range=1h&tables=limits`, 'No request was refused because of a limit.'],
      [`${at}/day`, 'Orders and payments'],
      [`${at}/day?tables=requests`, /^\d+ requests\./],
      [`${at}/requests`, 'INVALID_DOMAIN'],
      [`${at}/requests/unauthenticated`, 'Malformed key'],
      ['/t/empty/requests/unauthenticated', 'No unauthenticated requests'],
      [`${at}/requests?open=${request}`, 'curl command'],
      [`${at}/requests?open=${faulted}`, 'Response body'],
      [`${at}/try?call=search&request=${request}`, 'This is the body of the logged request.'],
      [`${at}/webhooks`, receiver.url],
      [`${at}/webhooks?new=1`, 'No endpoint yet?'],
      ['/t/empty/webhooks', 'No receivers yet'],
      [`${at}/webhooks/receivers/${id}`, 'p50'],
      [`${at}/webhooks/events/${event}`, 'All deliveries to this receiver'],
      ['/t/empty/webhooks/events/evt_none', 'No deliveries of this event'],
      ['/t/empty/webhooks/deliveries', 'No deliveries yet'],
      ['/t/empty/requests', 'No requests yet'],
      ['/t/empty/keys', 'Create key'],
      [`${at}/worlds/${ended.tenant.slug}`, 'No orders were placed.'],
      [`${at}/webhooks/deliveries?open=${delivery}`, 'Attempts'],
      [`${at}/storefront`, 'darkened for 3:1'],
      [`${at}/storefront?new=1`, 'Without https:// and without a port.'],
      ['/t/empty/storefront', 'No hosts of your own yet'],
      [`${at}/orders`, 'visitor-shop.com'],
      [`${at}/orders/${registered.data.order_id}`, 'Renewal for 2 years ordered'],
      [`${at}/orders/${renewal}`, 'No events yet'],
      [`${at}/orders/${pending}`, 'The decision of the registry causes the first one.'],
      [`${at}/orders/ord_none`, 'This order does not exist'],
      [`${at}/domains`, 'example-shop.com'],
      [`${at}/domains/example-shop.com`, 'Renewal for 2 years ordered'],
      [`${at}/domains/never-held.com`, 'This tenant does not hold never-held.com'],
      ['/t/empty/domains', 'No domains yet'],
      [`${at}/worlds`, 'Renewal test'],
      [`${at}/worlds?new=1`, 'By default its slug.'],
      ['/t/empty/worlds', 'No worlds'],
      [`/t/${world.tenant.slug}/orders`, 'World of'],
      [`/t/${world.tenant.slug}/worlds`, 'A world cannot have worlds'],
      ['/t/w-0123456789abcdef', 'It has ended, or you do not have access to it.'],
      [`${at}/faults`, 'a-long-pattern-of-names-*'],
      [`${at}/faults?new=1&operation=search&code=TLD_UNAVAILABLE`, 'Requests that fail'],
      ['/t/empty/faults', 'No faults'],
      [`${at}/clock`, 'Follows real time'],
      ['/t/frozen/clock', 'Stands still until you change it'],
      ['/t/empty/clock', 'Nothing is due'],
      [`${at}/clock`, 'domain.released'],
      ['/t/frozen/orders', '1 Jan 2030, 00:00:00 UTC, frozen'],
      [`${at}/registry`, 'Decide or cancel these orders'],
      ['/t/empty/registry', 'No pending orders'],
      [`${at}/scenarios?operation=checkout`, 'A payment registers the domain'],
      [`${at}/scenarios?operation=getWorld&open=getWorld.empty`, 'Play it from the command line'],
      [`${at}/scenarios?find=unknown-text`, 'No matching scenarios'],
      [`${at}/explorations`, '1 finding'],
      [`${at}/explorations/${exploration}`, FINDING.title],
      [`${at}/explorations/exp_none`, 'Not found'],
      ['/t/empty/explorations', 'No runs yet'],
      [`${at}/try`, 'No response yet'],
      ['/tenants', 'empty'],
      ['/people', operator.credentials.email],
      ['/kill-switch', 'All live calls return 503'],
      ['/audit', 'Receiver added'],
      ['/audit?find=unknown-text&range=1h', 'No matching entries'],
      ['/account', 'Current password'],
      ['/account', 'No access tokens yet'],
      ['/t/nobody/keys', 'Tenant “nobody” not found'],
      ['/nowhere', 'This page does not exist'],
    ];
  }

  /** Problems of the current page in each layout. */
  async function problemsOf(window: Window): Promise<string[]> {
    const found: string[] = [];
    for (const { name, colorScheme, viewport, rules } of LOOKS) {
      await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await window.page.setViewportSize(viewport);
      found.push(...(await window.violations(rules)).map(violation => `${name}: ${violation}`));
      const overflow = await window.overflow();
      if (overflow > 0) found.push(`${name}: ${window.path} is ${overflow} px wider than the window`);
    }
    return found;
  }

  it.each([1, 2])(
    'has no axe violations, overflow, console errors or foreign requests in any layout (part %i of 2)',
    async part => {
      const window = await Window.open(portal);
      const found: string[] = [];
      await window.go('/login');
      await window.seesHeading('Log in to Nameyard');
      if (part === 1) found.push(...(await problemsOf(window)));
      await window.logIn(operator);
      await window.seesHeading('Overview');
      for (const [path, seen] of pages.filter((_, index) => index % 2 === part - 1)) {
        const text = window.page.getByText(seen).filter({ visible: true }).first();
        // Without a load, axe and the portal stay compiled. A text of the previous page would not prove that this one is open.
        await ((await text.isVisible()) ? window.go(path) : window.follow(path));
        await text.waitFor().catch(() => found.push(`${path} does not show ${seen}`));
        found.push(...(await problemsOf(window)));
      }
      expect(found).toEqual([]);
      // The browser reports the responses for an order and a domain that do not exist.
      expect(window.consoleErrors.filter(text => !text.includes('a status of 404'))).toEqual([]);
      expect(window.foreignRequests).toEqual([]);
      await window.close();
    },
  );

  it('starts no transition if the browser prefers reduced motion', async () => {
    const window = await Window.open(portal);
    await window.go(`/t/${client.tenant.slug}/requests`);
    await window.logIn(operator);
    await window.sees('INVALID_DOMAIN');
    for (const colorScheme of ['dark', 'light'] as const) {
      await window.page.emulateMedia({ colorScheme });
      expect(await window.animations()).toEqual([]);
    }
    await window.close();
  });

  it('loads at most 160 kB of gzipped JavaScript for the login page, and 250 kB for the first page after it', async () => {
    const window = await Window.open(portal);
    const files: { name: string; size: Promise<number> }[] = [];
    window.page.on('response', response => {
      const name = new URL(response.url()).pathname;
      if (/\.(js|css)$/.test(name))
        files.push({ name, size: response.body().then(body => gzipSync(body, { level: 9 }).length) });
    });
    const scriptBytes = async () => {
      const scripts = files.filter(({ name }) => name.endsWith('.js'));
      return (await Promise.all(scripts.map(({ size }) => size))).reduce((sum, size) => sum + size, 0);
    };
    await window.go(`/t/${client.tenant.slug}`);
    await window.page.getByLabel('Email').and(window.page.locator(':focus')).waitFor();
    await window.page.waitForLoadState('networkidle');
    expect(await scriptBytes()).toBeLessThan(MAX_LOGIN_BYTES);
    expect(await scriptBytes()).toBeGreaterThan(50_000);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
    // No file is found only after another one has run.
    const { text } = await sandbox.call({ method: 'GET', path: '/portal/login' });
    expect(files.map(({ name }) => name).filter(name => !text.includes(name))).toEqual([]);
    await window.logIn(operator);
    await window.sees('Latest requests');
    expect(await scriptBytes()).toBeLessThan(MAX_SCRIPT_BYTES);
    await window.close();
  });

  it('serves compressed, immutable assets and an uncached page', async () => {
    const page = await sandbox.call({ method: 'GET', path: '/portal/t/demo/keys' });
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    const [script] = /\/portal\/assets\/[\w.-]+\.js/.exec(page.text)!;
    const { headers } = await sandbox.call({ method: 'GET', path: script, headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const missing = await sandbox.call({ method: 'GET', path: '/portal/assets/of-another-version.js' });
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });
});
