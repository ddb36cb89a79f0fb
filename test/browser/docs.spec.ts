import type { Browser, Page } from 'playwright-core';
import { PAGES } from '../../apps/docs/site/site-map.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { ALL_RULES, COLOR_RULES, PHONE_RULES, violationsOf } from './axe.js';
import { sharedBrowser } from './open-portal.js';

const LAPTOP = { width: 1280, height: 860 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 390, height: 740 };

/** axe needs several seconds for the largest pages, which repeat a few building blocks. */
const LARGE = ['/docs/api', '/docs/scenarios', '/docs/errors', '/docs/client/reference'];
/** Chromium logs the status 404 of this page. */
const MISSING = '/docs/nothing';
const TYPICAL = '/docs/webhooks';

/** Removes everything from the ninth heading of the page on. */
const SHORTEN = `{
  const rest = document.createRange();
  rest.setStartBefore(document.querySelectorAll('main :is(h2, h3, h4)')[8]);
  rest.setEndAfter(document.querySelector('main').lastChild);
  rest.deleteContents();
}`;

/** Questions, and a text of the section that answers each. */
const QUESTIONS = [
  ['retry schedule', '30 min, 2 h, 5 h, 10 h and 24 h'],
  ['verify webhook python', 'unwrap'],
  ['another port', 'PORT=4000 npm start'],
  ['expires after a year', 'clock advance --tenant demo --by P1Y'],
  ['checkout timed out', 'nothing is charged twice'],
  ['raise limit', 'keys set key_… --limit 600'],
  ['github actions', 'examples/github-actions'],
  ['storefront logo', 'PNG or WebP image of at most 256 KiB'],
  ['live api', 'nameyard registrar on'],
  ['suddenly 403', 'the key lacks the permission that the message names'],
] as const;

describeWith('chromium', 'The documentation site', () => {
  let browser: Browser;
  let sandbox: Sandbox;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([sharedSandbox(), sharedBrowser()]);
    const context = await browser.newContext({ viewport: LAPTOP, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('console', message => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (!message.location().url.endsWith(MISSING)) problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', error => problems.push(String(error)));
    page.on('request', request => {
      if (!request.url().startsWith(sandbox.origin)) problems.push(`foreign request: ${request.url()}`);
    });
  });
  afterAll(() => page?.context().close());
  afterEach(() => expect(problems).toEqual([]));

  const go = (path: string) => page.goto(sandbox.origin + path);
  const path = () => page.url().slice(sandbox.origin.length);

  async function violations(target = page, rules = ALL_RULES): Promise<string[]> {
    const found = await violationsOf(target, rules);
    return found.map(({ id, nodes }) => `${target.url()} ${id}: ${nodes[0]?.html}`);
  }

  const overflow = async () =>
    (await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')) > 0
      ? [`${path()} is wider than ${page.viewportSize()!.width} px`]
      : [];

  it.each([1, 2, 3])('has no axe violations and no overflow on any page (part %i of 3)', async part => {
    const found: string[] = [];
    const paths = [...PAGES.map(({ path }) => path), MISSING];
    for (const path of paths.filter((_, index) => index % 3 === part - 1)) {
      await go(path);
      expect([path, await page.locator('pre + button.copy').count()]).toEqual([
        path,
        await page.locator('pre').count(),
      ]);
      for (const viewport of [PHONE, TABLET, LAPTOP]) {
        await page.setViewportSize(viewport);
        found.push(...(await overflow()));
      }
      if (LARGE.includes(path)) await page.evaluate(SHORTEN);
      found.push(...(await violations()));
    }
    expect(found).toEqual([]);
  });

  it('has no axe violations on a narrow screen and in dark', async () => {
    await page.setViewportSize(PHONE);
    await go(TYPICAL);
    expect(await violations(page, PHONE_RULES)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(LAPTOP);
    expect(await violations(page, COLOR_RULES)).toEqual([]);
  });

  it('finds a section with the keyboard alone', async () => {
    await go('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type('payment declined');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await page.locator('[aria-selected=true]').count()).toBe(1);
    const second = await options.nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(sandbox.origin + second);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('PAYMENT_DECLINED');
    expect(await options.first().getAttribute('href')).toBe('/docs/errors#PAYMENT_DECLINED');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each(QUESTIONS)('answers “%s” in one search', async (question, answer) => {
    await go('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type(question);
    const options = page.getByRole('option');
    await options.first().waitFor();
    const found = await options.evaluateAll(links => links.slice(0, 3).map(link => link.getAttribute('href')!));
    const texts: string[] = [];
    for (const target of found) {
      await go(target);
      texts.push(await sectionOf(target.split('#')[1]));
    }
    expect(texts).toContainEqual(expect.stringContaining(answer));
  });

  it('answers the same questions on one page', async () => {
    await go('/docs/');
    await page.getByRole('main').getByRole('link', { name: 'Questions' }).first().click();
    for (const [, answer] of QUESTIONS) await page.getByRole('main').getByText(answer).waitFor();
  });

  /** The text from a heading to the next one. */
  const sectionOf = (id?: string) =>
    page.evaluate<string>(`(() => {
      const texts = [];
      const start = ${id ? `document.getElementById('${id}')` : `document.querySelector('h1')`};
      for (let next = start; next && (next === start || !/^H[1-4]$/.test(next.tagName)); next = next.nextElementSibling)
        texts.push(next.textContent);
      return texts.join(' ').replace(/\\s+/g, ' ');
    })()`);

  it('says that nothing was found', async () => {
    await go('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type('qqqqqqqq');
    await page.getByText('No results for').waitFor();
  });

  it('copies code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('/docs/');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start');
    await page.getByRole('main').getByRole('status').getByText('Copied').waitFor();
  });

  it('shows code in the chosen language, and remembers it', async () => {
    const isShown = (text: string) => page.locator('pre', { hasText: text }).first().isVisible();
    await go('/docs/');
    expect([await isShown('call order'), await isShown('$client->domains->order')]).toEqual([true, false]);
    await page.getByRole('button', { name: 'PHP' }).click();
    expect([await isShown('call order'), await isShown('$client->domains->order')]).toEqual([false, true]);
    await go('/docs/faults');
    expect(await page.getByRole('button', { name: 'PHP', pressed: true }).count()).toBe(2);
    expect(await isShown('$client->control->faults->add')).toBe(true);
  });

  it('is complete without scripts: the menu opens, and all pages can be reached', async () => {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${sandbox.origin}/docs/`);
    await plain.getByText('Menu', { exact: true }).click();
    await plain.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Errors' }).click();
    expect(await plain.getByRole('heading', { level: 1 }).textContent()).toBe('Errors');
    expect(await plain.getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('loads at most 300 kB before the API reference is readable', async () => {
    const context = await browser.newContext({ viewport: LAPTOP });
    const reference = await context.newPage();
    const session = await context.newCDPSession(reference);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await reference.goto(`${sandbox.origin}/docs/api`);
    await reference.evaluate('document.fonts.ready.then(() => undefined)');
    await reference.locator('main h2').first().waitFor();
    expect([bytes > 30_000 && bytes <= 300_000, bytes]).toEqual([true, bytes]);
    await context.close();
  });

  it('has an accessible API explorer that shows the operations', async () => {
    // axe is a script of the test.
    const context = await browser.newContext({ viewport: LAPTOP, reducedMotion: 'reduce', bypassCSP: true });
    const explorer = await context.newPage();
    const failed: string[] = [];
    explorer.on('response', response => response.status() >= 400 && failed.push(response.url()));
    for (const [colorScheme, rules] of [
      ['light', ALL_RULES],
      ['dark', COLOR_RULES],
    ] as const) {
      await explorer.emulateMedia({ colorScheme });
      await explorer.goto(`${sandbox.origin}/docs/api/explorer`);
      await explorer.getByText('Pay an order').first().waitFor();
      await explorer.locator('.endpoints').first().waitFor();
      expect(await explorer.locator('html').getAttribute('lang')).toBe('en');
      // The explorer applies its colors after it is shown; until then, axe reports their contrast.
      await eventually(async () => expect(await violations(explorer, rules)).toEqual([]));
    }
    expect(failed).toEqual([]);
    await context.close();
  });
});
