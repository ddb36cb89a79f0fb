import type { Route } from 'playwright-core';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

/** Pages with filters. */
const FILTERED = [
  '/requests',
  '/requests?status=4xx',
  '/requests/unauthenticated',
  '/webhooks/deliveries',
  '/orders',
  '/domains',
  '/scenarios?operation=search',
];

describeWith('chromium', 'Requests in the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let operator: PortalClient;
  let window: Window;

  beforeEach(() => void ({ client, operator, window } = visit));

  /** ID of the last request with a code in the log. */
  const loggedAs = (search: string | URLSearchParams) =>
    eventually(async () => {
      const query = typeof search === 'string' ? `code=${search}` : search.toString();
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests?${query}`);
      expect(body.data.requests).not.toEqual([]);
      return body.data.requests[0].id as string;
    });

  it('finds a failed request by its request ID and shows it in the chart', async () => {
    await client.search({ domain: 'fine.com' });
    const { headers } = await client.search({ domain: 'not a domain' });
    const requestId = String(headers['x-request-id']);
    await eventually(async () => {
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests`);
      expect(body.data.requests).toHaveLength(2);
    });
    await visit.enter('/requests');
    await window.page.getByLabel('Request, order or domain').fill(requestId);
    await window.sees('1 request');
    await window.page.getByRole('button', { name: 'POST sandbox/domains/search' }).click();
    const panel = window.page.getByRole('dialog');
    await panel.getByText(requestId).first().waitFor();
    await panel.getByText('INVALID_DOMAIN').first().waitFor();
    await panel.getByText('$NAMEYARD_KEY').waitFor();

    await window.go(`/t/${client.tenant.slug}/usage?range=1h`);
    await window.sees(/^2 requests,/);
    await window.page.locator('.recharts-bar-rectangle path').first().waitFor();
    await window.page.getByRole('group', { name: 'Show requests as' }).getByRole('radio', { name: 'Table' }).check();
    await window.page.getByRole('table', { name: /^Requests/ }).waitFor();
    expect(window.path).toContain('tables=requests');
  });

  it('continues a search that has found nothing within its time', async () => {
    for (const domain of ['rare-older.com', 'rare-newer.com']) await client.search({ domain });
    await eventually(async () => {
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests`);
      expect(body.data.requests).toHaveLength(2);
    });
    await visit.enter('/requests');
    // Like the page of a large log that the search has left after a second.
    const unfinished = async (route: Route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const page = { requests: [], next: data.latest, searched_to: data.requests[0].at };
      await route.fulfill({ response, json: { ...rest, data: { ...data, ...page } } });
    };
    await window.page.route(/\/requests\?(?!.*before=).*find=rare/, unfinished);
    await window.page.getByLabel('Request, order or domain').fill('rare');
    await window.sees('Nothing found yet');
    expect(await window.violations()).toEqual([]);
    await window.press('Search older requests');
    await window.page.getByRole('row', { name: /rare-older\.com/ }).waitFor();
    expect(await window.page.getByText('rare-newer.com').count()).toBe(0);
  });

  it('opens the requests of a bar, and names no other tenant on a page that does not exist', async () => {
    await client.search({ domain: 'not a domain' });
    await eventually(async () => {
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests`);
      expect(body.data.requests).toHaveLength(1);
    });
    await visit.enter();
    await window.page.locator('rect[data-series="4xx"]').click({ force: true });
    await window.page.waitForURL(/\/requests\?range=custom&from=.*&status=4xx/);
    await window.sees('1 request');
    await window.go(`/t/${client.tenant.slug}/usage?range=1h`);
    // Holds the button for longer than a frame, in which the chart could be drawn again.
    await window.page.locator('.recharts-bar-rectangle path').first().click({ delay: 200 });
    await window.page.waitForURL(/\/requests\?range=custom&from=.*&status=4xx/);
    await window.sees('1 request');
    await window.go('/t/nobody/no/such/page');
    await window.sees('This page does not exist');
    await window.page.getByRole('banner').getByText('nobody').waitFor();
    expect(await window.page.locator('body').innerText()).not.toContain(client.tenant.slug);
  });

  it('shows each new request once in the live log, also after a pause', async () => {
    await client.search({ domain: 'before.com' });
    await visit.enter('/requests?live=1');
    await window.sees('before.com');
    await client.search({ domain: 'while-watching.com' });
    await window.sees('while-watching.com');
    const live = window.page.getByRole('switch', { name: 'Live' });
    await live.click();
    await client.search({ domain: 'during-the-pause.com' });
    await live.click();
    await window.sees('during-the-pause.com');
    await window.sees('3 requests');
  });

  it('opens the pressed row when a new request moves it away from the pointer', async () => {
    const { page } = window;
    await client.search({ domain: 'pressed.com' });
    await visit.enter('/requests?live=1');
    const row = page.getByRole('row', { name: 'pressed.com' });
    const { x, y, width, height } = (await row.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await client.search({ domain: 'newer.com' });
    await window.sees('newer.com');
    await page.mouse.up();
    await page.getByRole('dialog').getByRole('link', { name: 'pressed.com' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toContain('domains/search');
  });

  it('keeps the loaded pages of a relative range while time passes', async () => {
    const { page } = window;
    for (let n = 0; n < 51; n++) await client.search({ domain: 'again.com' });
    await page.clock.install();
    await visit.enter('/requests?range=1h');
    await window.sees('50 requests loaded');
    const next = /\/requests\?.*before=/;
    const error = { code: 'INTERNAL_ERROR', message: 'The next page is broken.' };
    await page.route(next, route => route.fulfill({ status: 500, json: { success: false, data: null, error } }));
    await window.press('Load more');
    await page.getByRole('alert').getByText('The next page is broken.').waitFor();
    await page.unroute(next);
    await window.press('Load more');
    await window.sees('51 requests');
    await page.clock.fastForward(120_000);
    await page.getByRole('row', { name: 'again.com' }).last().getByRole('button').click();
    await page.getByRole('dialog').waitFor();
    await window.sees('51 requests');
  });

  it('shows the first request of a tenant in the live log', async () => {
    await visit.enter('/requests?live=1');
    await window.sees('No requests yet');
    await client.search({ domain: 'the-first.com' });
    await window.sees('the-first.com');
  });

  it('offers only endpoints as a filter, also if there are more than the chart shows', async () => {
    const control = ['clock', 'faults', 'registry', 'requests', 'receivers'].map(name => `control/${name}`);
    const paths = ['tlds', 'orders', 'registrations', 'events', ...control];
    for (const path of paths) await client.raw({ method: 'GET', path: `/api/v1/sandbox/${path}` });
    const query = new URLSearchParams({ by: 'endpoint', from: new Date(Date.now() - 30 * 86_400_000).toISOString() });
    await eventually(async () => {
      const { body } = await operator.get(tenantPath(client, `/usage/series?${query}`));
      expect(body.data.series).toContainEqual(expect.objectContaining({ name: 'other', label: 'all others' }));
    });
    await visit.enter('/requests');
    const options = window.page.getByLabel('Endpoint').locator('option');
    await eventually(async () => expect(await options.count()).toBeGreaterThan(1));
    const [any, ...endpoints] = await options.allTextContents();
    expect(any).toBe('Any endpoint');
    for (const endpoint of endpoints) expect(endpoint).toMatch(/^\/api\//);
  });

  it('marks code in advice instead of showing backticks', async () => {
    await client.search({ domain: 'not a domain' });
    const id = await loggedAs('INVALID_DOMAIN');
    await visit.enter();
    await window.seesHeading('Overview');
    for (const path of ['', '/usage', `/requests?open=${id}`]) {
      await window.go(`/t/${client.tenant.slug}${path}`);
      await window.page.locator('code', { hasText: /^www$/ }).waitFor();
      expect(await window.page.locator('body').innerText()).not.toContain('`');
      expect(await window.violations()).toEqual([]);
    }
  });

  it('gives advice for requests older than a day', async () => {
    await client.search({ domain: 'not a domain' });
    const id = await loggedAs('INVALID_DOMAIN');
    await window.page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
    await visit.enter(`/requests?open=${id}`);
    await window.page.getByRole('dialog').locator('code', { hasText: /^www$/ }).waitFor();
  });

  it('links the order and the domain of a failed request, also if only its body names them', async () => {
    const { slug } = client.tenant;
    const order = await client.orderOf('declined.com');
    await client.checkout({ order_id: order, payment: { method: 'test_declined', reference: 'declined' } });
    const declined = await loggedAs('PAYMENT_DECLINED');
    await client.checkout({ order_id: order, payment: { method: 'unknown' } });
    const invalid = await loggedAs('VALIDATION_FAILED');
    await visit.enter(`/requests?open=${declined}`);
    const panel = window.page.getByRole('dialog');
    expect(await panel.getByRole('link', { name: 'declined.com' }).getAttribute('href')).toBe(
      `/portal/t/${slug}/domains/declined.com`,
    );
    await window.go(`/t/${slug}/requests?open=${invalid}`);
    await panel.getByRole('link', { name: order }).click();
    await window.seesHeading('Registration of declined.com');
    await client.order({ domain: 'invalid-order.com', years: 99 });
    const search = new URLSearchParams({ code: 'VALIDATION_FAILED', endpoint: '/api/v1/sandbox/domains/order' });
    await window.go(`/t/${slug}/requests?open=${await loggedAs(search)}`);
    await panel.getByRole('link', { name: 'invalid-order.com' }).waitFor();
  });

  it('leaves no filter alone on the last line of several', async () => {
    await visit.enter();
    await window.seesHeading('Overview');
    const lonely: string[] = [];
    for (const path of FILTERED) {
      await window.go(`/t/${client.tenant.slug}${path}`);
      await window.page.locator('.filters').waitFor();
      for (const width of [1280, 1024, 768, 390]) {
        await window.page.setViewportSize({ width, height: 860 });
        const tops = await window.page
          .locator('.filters > *')
          .evaluateAll(filters => filters.map(filter => Math.round(filter.getBoundingClientRect().bottom)));
        const isLast = (top: number) => top === tops.at(-1);
        if (tops.filter(isLast).length === 1 && tops.length > 1) lonely.push(`${path} at ${width}: ${tops}`);
        expect(await window.overflow()).toBe(0);
      }
    }
    expect(lonely).toEqual([]);
  });
});
