import { Receivers } from '#webhooks';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { FONTS } from '#storefront/model';
import { type Client, REGISTRY } from '../support/client.js';
import { LOGO } from '../support/logo.js';
import { tenantPath } from '../support/portal-client.js';
import { waitFor } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import { REGISTRANT } from '../support/shopper.js';
import { TESTER } from '../support/tester.js';
import { Shops } from '../storefront/shops.js';
import { ALL_RULES, COLOR_RULES, PHONE_RULES, violationsOf } from './axe.js';
import { sharedBrowser } from './open-portal.js';

const MAX_HTML_BYTES = 40_000;
/** HTML, stylesheets, script, fonts, icon and logo, with their headers. */
const MAX_FIRST_VISIT_BYTES = 45_000;

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 }, rules: ALL_RULES },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 }, rules: COLOR_RULES },
  { name: 'on a phone', colorScheme: 'light', viewport: { width: 390, height: 780 }, rules: PHONE_RULES },
] as const;

describeWith('chromium', 'The storefront in a browser', () => {
  let shops: Shops;
  let browser: Browser;
  let client: Client;
  let receiver: TestReceiver;
  let origin: string;
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    [shops, browser, receiver] = await Promise.all([Shops.start(), sharedBrowser(), TestReceiver.start()]);
  });
  beforeEach(async () => {
    problems.length = 0;
    client = await shops.open({
      name: 'Acme Domains',
      accent: '#e0a800',
      support_url: 'https://acme.example/help',
      legal_links: [{ label: 'Imprint', url: 'https://acme.example/imprint' }],
    });
    ({ origin } = shops.shopper(client));
  });
  afterAll(async () => void (await Promise.all(contexts.map(context => context.close()))));

  /** A browser with its own cookies and address; records errors, CSP violations, and foreign requests. */
  async function visit(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(90_000);
    const address = `203.0.113.${contexts.push(context)}`;
    await context.route('**/*', route =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    );
    const page = await context.newPage();
    page.on('console', message => {
      const isExpected = /the server responded with a status of 4\d\d/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) problems.push(message.text());
    });
    page.on('pageerror', error => problems.push(String(error)));
    page.on('request', request => {
      if (!request.url().startsWith(origin)) problems.push(`request to ${request.url()}`);
    });
    return { context, page };
  }

  /** Fills in the order form of a domain, and continues with the payment. */
  async function order(page: Page, domain: string): Promise<void> {
    await page.goto(`${origin}/order?domain=${domain}`);
    await page.getByLabel('First name').fill(REGISTRANT.first_name);
    await page.getByLabel('Last name').fill(REGISTRANT.last_name);
    await page.getByLabel('Email').fill(REGISTRANT.email);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: `Pay for ${domain}` }).waitFor();
  }

  async function buy(page: Page, domain: string): Promise<void> {
    await order(page, domain);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: `${domain} is yours` }).waitFor();
  }

  const addReceiver = () => shops.sandbox.app.get(Receivers).add(client.tenant.id, { url: receiver.url }, TESTER);

  it('sells and renews a domain without JavaScript', async () => {
    const { context, page } = await visit({ javaScriptEnabled: false });
    await page.goto(origin);
    await page.getByLabel('Find your domain').fill('my-script-shop.com');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Order my-script-shop.com' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: 'Enter an email address' }).click();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Years').selectOption('2 years – 26.98 USD');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByLabel('It is declined').check();
    await page.getByRole('button', { name: 'Pay 26.98 USD' }).click();
    await page.getByText('The payment was declined. You can pay again.').waitFor();
    await page.getByRole('button', { name: 'Pay 26.98 USD' }).click();
    await page.getByRole('heading', { name: 'my-script-shop.com is yours' }).waitFor();
    await page.getByRole('link', { name: 'Your domains' }).first().click();
    await page.getByRole('rowheader', { name: 'my-script-shop.com' }).waitFor();
    await page.getByRole('link', { name: 'Renew my-script-shop.com' }).click();
    await page.getByLabel('Years').selectOption('3 years – 44.97 USD');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Pay for the renewal of my-script-shop.com' }).waitFor();
    await page.getByRole('button', { name: 'Pay 44.97 USD' }).click();
    await page.getByRole('heading', { name: 'my-script-shop.com is renewed' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows results as the visitor types', async () => {
    const { context, page } = await visit();
    await page.goto(origin);
    await page.evaluate('document.body.dataset.kept = "yes"');
    const field = page.getByRole('searchbox');
    await field.pressSequentially('my-typed-shop.org');
    await page.getByRole('heading', { name: 'Results for my-typed-shop.org' }).waitFor();
    await page.getByRole('link', { name: 'Order my-typed-shop.org' }).waitFor();
    expect(await page.getByRole('link', { name: /^Order / }).count()).toBeGreaterThan(5);
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ names found for my-typed-shop.org$/);
    expect([await page.title(), page.url()]).toEqual([
      'my-typed-shop.org – Acme Domains',
      `${origin}/?q=my-typed-shop.org`,
    ]);
    await field.fill('-bad-.com');
    await page.locator('#q[aria-invalid][aria-describedby=q-error]').waitFor();
    await field.fill('my-one-shop, my-two-shop.net');
    await page.getByRole('link', { name: 'Order my-two-shop.net' }).waitFor();
    expect(await page.locator('#q[aria-invalid]').count()).toBe(0);
    await field.fill('');
    await page.getByRole('heading', { name: 'Popular endings' }).waitFor();
    expect(page.url()).toBe(`${origin}/`);
    expect(await page.evaluate('[document.activeElement.id, document.body.dataset.kept]')).toEqual(['q', 'yes']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('searches once per pause, and tries again after an error', async () => {
    const { context, page } = await visit();
    const searches: string[] = [];
    page.on('request', request => {
      if (request.headers()['x-typed-search']) searches.push(new URL(request.url()).search);
    });
    await page.clock.install();
    await page.goto(origin);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const field = page.getByRole('searchbox');
    await field.pressSequentially('my-');
    await page.clock.runFor(1_000);
    await field.pressSequentially('paused-shop');
    await page.clock.runFor(400);
    await page.getByRole('heading', { name: 'Results for my-paused-shop' }).waitFor();
    await field.press('Space');
    await page.clock.runFor(1_000);
    await page.route('**/?q=*', route => route.fulfill({ status: 429, headers: { 'Retry-After': '7' } }));
    await field.fill('my-late-shop');
    await page.clock.runFor(400);
    await page.getByRole('alert').getByText('The next attempt is in 7 s.').waitFor();
    await page.unroute('**/?q=*');
    await page.clock.runFor(7_000);
    await page.getByRole('heading', { name: 'Results for my-late-shop' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(searches).toEqual(['?q=my-paused-shop', '?q=my-late-shop', '?q=my-late-shop']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows the total of the selected years in the basket, and the decision of the registry on the receipt', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/order?domain=my-late-pending-shop.com`);
    const total = page.getByRole('complementary', { name: 'Your basket' }).getByRole('status');
    expect(await total.textContent()).toBe('11.99 USD');
    await page.getByLabel('Years').selectOption({ value: '3' });
    expect(await total.textContent()).toBe('41.97 USD');
    await page.getByText('Total for 3 years').waitFor();
    await shops.setRegistry(client, { registration_delay: 'P1D' });
    await order(page, 'my-late-pending-shop.com');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'my-late-pending-shop.com is ordered' }).waitFor();
    const body = { domain: 'my-late-pending-shop.com', outcome: 'registered' };
    expect((await client.raw({ path: `${REGISTRY}/decide`, body })).status).toBe(200);
    await page.getByRole('heading', { name: 'my-late-pending-shop.com is yours' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('updates the receipt when the webhook is delivered, and keeps the drawer open', async () => {
    await addReceiver();
    receiver.hold();
    const { context, page } = await visit();
    const { body } = await shops.operator.post(`tenants/${client.tenant.slug}/storefront/links`, {});
    await page.goto(origin + body.data.path);
    await buy(page, 'my-live-shop.com');
    await page.getByText('Notifying the server …').waitFor();
    const drawer = (await page.getByText('What your server would do').boundingBox())!;
    await page.mouse.move(drawer.x + 5, drawer.y + 5);
    await page.mouse.down();
    const loaded = page.waitForResponse(/receipt$/);
    receiver.release();
    await (await loaded).finished();
    await page.mouse.up();
    await page.getByText('Webhook delivered').waitFor();
    await page.getByText('POST /api/v1/sandbox/domains/checkout').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('sells a domain with the keyboard only, with visible focus', async () => {
    const { context, page } = await visit();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate<string>(
        '(({ id, textContent, tagName }) => tagName === "INPUT" || tagName === "SELECT" ? id : textContent.trim())(document.activeElement)',
      );
    /** Presses Tab until the element with this ID or text has the focus. */
    const tabTo = async (target: string | RegExp) => {
      for (let presses = 0; presses < 30; presses++) {
        await keyboard.press('Tab');
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
        const name = await focused();
        if (typeof target === 'string' ? name === target : target.test(name)) return;
      }
      throw new Error(`Tab does not reach ${target}`);
    };
    await page.goto(origin);
    await keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    expect((await page.getByText('Skip to content').boundingBox())!.y).toBeGreaterThan(0);
    await keyboard.press('Enter');
    await tabTo('q');
    await keyboard.type('my-keyboard-shop.com');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for my-keyboard-shop.com' }).waitFor();
    await tabTo('Order my-keyboard-shop.com');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order my-keyboard-shop.com' }).waitFor();
    for (const [id, value] of Object.entries(REGISTRANT)) {
      await tabTo(id);
      await keyboard.type(value);
    }
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pay for my-keyboard-shop.com' }).waitFor();
    await tabTo(/^Pay /);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'my-keyboard-shop.com is yours' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  /** Opens every page, and runs a check on each. */
  async function onEveryPage(page: Page, check: (name: string) => Promise<void>): Promise<void> {
    const open = async (path: string) => {
      await page.goto(origin + path);
      await check(path);
    };
    for (const path of ['/', '/?q=my-shop', '/?q=my-premium-shop.com', '/?q=google.com', '/?q=-bad-.com'])
      await open(path);
    for (const path of ['/order?domain=google.com', '/nowhere', '/domains', '/order?domain=my-shop.com'])
      await open(path);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Correct these fields:').waitFor();
    await check('form with errors');
    await order(page, 'my-checked-shop.com');
    await check('payment');
    await page.getByLabel('It is declined').check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('The payment was declined').waitFor();
    await check('declined payment');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'my-checked-shop.com is yours' }).waitFor();
    await check('receipt');
    await open('/domains');
    await open('/renew?domain=my-checked-shop.com');
    await page.getByLabel('Years').selectOption({ value: '9' });
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Pay for the renewal of my-checked-shop.com' }).waitFor();
    await check('payment of a renewal');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'my-checked-shop.com is renewed' }).waitFor();
    await check('receipt of a renewal');
    await open('/renew?domain=my-checked-shop.com');
    const { body } = await shops.operator.post(`tenants/${client.tenant.slug}/storefront/links`, {});
    await page.goto(origin + body.data.path);
    await page.goto(`${origin}/domains`);
    await page.getByRole('link', { name: 'Receipt' }).first().click();
    await page.getByText('What your server would do').click();
    await check('receipt of a developer');
    await page.context().clearCookies();
    await shops.change(client, { access: 'code', code: 'kingfisher' });
    await open('/');
    await page.getByLabel('Access code').fill('wrong');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('This code is not right.').waitFor();
    await check('wrong code');
  }

  it('is accessible and fits on a phone, in light and dark', async () => {
    await addReceiver();
    receiver.release();
    // axe is a script of the test.
    const { context, page } = await visit({ bypassCSP: true });
    const found: string[] = [];
    await onEveryPage(page, async name => {
      for (const { name: look, colorScheme, viewport, rules } of LOOKS) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        const violations = await violationsOf(page, rules);
        found.push(
          ...violations.map(({ id, nodes }) => `${name} ${look} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
        );
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if ((overflow as number) > 0) found.push(`${name} ${look} is ${overflow} px too wide`);
      }
    });
    expect(found).toEqual([]);
    await context.close();
  });

  it('has no console errors, and stays within its budgets on a first visit of each page', async () => {
    await addReceiver();
    receiver.release();
    const { context, page } = await visit();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    page.on('framenavigated', () => (bytes = 0));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const measured: Record<string, number> = {};
    await onEveryPage(page, async name => {
      await page.waitForLoadState('load');
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const html = Buffer.byteLength(await page.content());
      expect([name, html <= MAX_HTML_BYTES]).toEqual([name, true]);
      measured[name] = bytes;
    });
    for (const [name, size] of Object.entries(measured)) {
      expect([name, size > 3_000]).toEqual([name, true]);
      expect([name, size <= MAX_FIRST_VISIT_BYTES, size]).toEqual([name, true, size]);
    }
    const logo = { data: LOGO.toString('base64') };
    await shops.operator.put(tenantPath(client, '/storefront/logo'), logo);
    for (const font of FONTS) {
      await shops.change(client, { font, access: 'public' });
      await page.goto(`${origin}/?q=my-shop`);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      expect(await page.evaluate('document.querySelector("header img").naturalWidth > 0')).toBe(true);
      expect([font, bytes > 10_000 && bytes <= MAX_FIRST_VISIT_BYTES, bytes]).toEqual([font, true, bytes]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('paints before its script is loaded', async () => {
    const { context, page } = await visit();
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    await page.route('**/storefront.*.js', async route => {
      await held;
      await route.continue();
    });
    await page.goto(`${origin}/?q=my-shop`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Order my-shop.com' }).waitFor();
    const painted = 'performance.getEntriesByName("first-contentful-paint").length > 0';
    // The policy of the page forbids `waitForFunction` to evaluate this text.
    await waitFor('the first paint', () => page.evaluate(painted));
    expect(
      await page.evaluate('performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".js"))'),
    ).toBe(false);
    release();
    await page.waitForLoadState('load');
    await context.close();
  });
});
