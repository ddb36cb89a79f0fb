import { Shop } from '../facades/shop.js';
import { SEARCH, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

const LIVE_SEARCH = '/api/v1/registrar/domains/search';

describeWith('chromium', 'The portal in a browser', () => {
  const visit = visitPortal();
  let client: Client;
  let operator: PortalClient;
  let sandbox: Sandbox;
  let window: Window;

  beforeEach(() => void ({ client, operator, sandbox, window } = visit));

  it('finds pages and pasted IDs in the command palette, and shows what needs attention', async () => {
    const { body } = await client.register('palette-shop.com');
    await visit.enter('/keys');
    await window.seesHeading('Keys');
    await window.page.getByRole('button', { name: 'Create key' }).focus();
    await window.page.keyboard.press('/');
    const input = window.page.getByRole('combobox', { name: /^Search pages/ });
    await input.fill(body.data.order_id.toUpperCase());
    await window.page.getByRole('option', { name: /Order$/ }).waitFor();
    expect(await window.violations()).toEqual([]);
    await window.page.keyboard.press('Escape');
    await input.waitFor({ state: 'hidden' });
    await eventually(async () =>
      expect(await window.page.evaluate('document.activeElement.innerText')).toBe('Create key'),
    );
    await window.page.keyboard.press('Control+k');
    await input.fill(body.data.order_id);
    await window.page.getByRole('option', { name: /Order$/ }).waitFor();
    await window.page.keyboard.press('Enter');
    await window.page.waitForURL(`**/orders/${body.data.order_id}`);
    await window.page.keyboard.press('Control+k');
    await input.fill('ADA@example.com');
    await window.page.getByRole('option', { name: /Orders of the registrant$/ }).click();
    await window.page.waitForURL('**/orders?owner=ada%40example.com');
    await window.page.keyboard.press('Control+k');
    await input.fill('lovelace');
    await window.page.getByRole('option', { name: /Orders of registrants with this name$/ }).click();
    await window.page.waitForURL('**/orders?owner=lovelace');
    await window.page.getByRole('link', { name: 'palette-shop.com' }).waitFor();
    await window.go(`/t/${client.tenant.slug}/find/palette-shop.com`);
    await window.page.waitForURL('**/domains/palette-shop.com');
    await window.go(`/t/${client.tenant.slug}/find/nothing`);
    await window.seesHeading('Page not found');
    await window.page.keyboard.press('Control+k');
    await input.fill('overview');
    await window.page.keyboard.press('Enter');

    await window.sees('Nothing needs your attention.');
    const expires_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await operator.post(`tenants/${client.tenant.slug}/keys`, { name: 'Short', scope: 'sandbox', expires_at });
    for (let n = 0; n < 10; n++)
      await client.search({ domain: 'a.com' }, { 'Sandbox-Fault': 'error;code=RATE_LIMITED' });
    await window.page.reload();
    await window.sees(/The key Short expires/);
    await eventually(async () => {
      await window.page.reload();
      await window.page.getByText('10 requests exceeded a limit').waitFor({ timeout: 10_000 });
    });
    await window.page.getByRole('link', { name: 'View key' }).click();
    await window.seesHeading('Short');
  });

  it('shows the most serious findings, a short history by second or minute, and differences from the day before', async () => {
    const { page } = window;
    for (const days of [5, 3, 4]) {
      const expires_at = new Date(Date.now() + days * 86_400_000).toISOString();
      await operator.post(tenantPath(client, '/keys'), { name: `Key ${days}`, scope: 'sandbox', expires_at });
    }
    for (let n = 0; n < 10; n++)
      await client.search({ domain: 'a.com' }, { 'Sandbox-Fault': 'error;code=INTERNAL_ERROR' });
    await eventually(async () => {
      const { body } = await operator.get(tenantPath(client, '/usage/series'));
      expect(body.data.totals.requests).toBe(10);
    });
    await visit.enter();
    const findings = page.locator('section', { has: page.getByRole('heading', { name: 'Needs attention' }) });
    const shown = findings.getByRole('listitem').filter({ visible: true });
    await shown.nth(2).waitFor();
    const texts = [/^10 requests failed with 5xx/, /^The key Key 3 expires/, /^The key Key 4 expires/];
    await eventually(async () => expect(await shown.count()).toBe(texts.length));
    for (const [index, text] of texts.entries()) expect(await shown.nth(index).innerText()).toMatch(text);
    await findings.getByText('1 more').click();
    await window.sees(/The key Key 5 expires/);
    await window.sees(/^Since the first request, by (second|minute)$/);
    const cells = await page
      .getByRole('table', { name: /^Requests by (second|minute)$/ })
      .getByRole('cell')
      .allInnerTexts();
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(10);
    expect(await page.getByText('the 24 hours before').count()).toBe(0);
    expect(await window.violations()).toEqual([]);

    await sandbox.rows(`UPDATE tenancy.tenants SET created_at = now() - interval '3 days' WHERE id = $1`, [
      client.tenant.id,
    ]);
    await sandbox.rows(
      `INSERT INTO usage.hours SELECT $1, $2, $3, 200, '', date_trunc('hour', now(), 'UTC') - interval '30 hours', 5`,
      [client.tenant.id, client.key.id, SEARCH],
    );
    await page.reload();
    await window.sees('+100% vs. the 24 hours before');
    await page.getByText('100 percent higher than in the 24 hours before').waitFor({ state: 'attached' });
    await window.sees('0 in the 24 hours before');
    await window.sees('Last 24 hours, by hour');
  });

  it('opens rows by mouse and keyboard and returns the focus to the opener', async () => {
    const { body } = await client.register('row-shop.com');
    const focused = () => window.page.evaluate<string>('document.activeElement.innerText');
    await visit.enter('/orders');
    await window.sees('row-shop.com');
    await window.page.getByRole('cell', { name: '1', exact: true }).click();
    await window.page.waitForURL(`**/orders/${body.data.order_id}`);

    await window.go(`/t/${client.tenant.slug}/requests`);
    const row = window.page.getByRole('row', { name: /orders?$|sandbox\/domains\/order/ }).first();
    const panel = window.page.getByRole('dialog');
    await row.getByRole('cell').last().click();
    await panel.waitFor();
    await window.page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await focused()).toContain('sandbox/domains/order'));
    await window.page.keyboard.press('Enter');
    await panel.waitFor();

    await window.go(`/t/${client.tenant.slug}/keys`);
    await window.press('Create key');
    await window.page.getByLabel('Name', { exact: true }).fill('Focused');
    await window.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await window.press('I saved it');
    await window.page.getByTestId('secret').waitFor({ state: 'hidden' });
    await eventually(async () => expect(await focused()).toBe('Create key'));
  });

  it('hides other tenants and operator pages from developers', async () => {
    const stranger = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await visit.enter('', developer);
    await window.sees('Waiting for your first request');
    // The page has one primary button.
    expect(await window.page.locator('main .bg-strong').allInnerTexts()).toEqual(['Send a request']);
    expect(await window.page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await window.go('/people');
    await window.sees('Only operators can see this page');
    await window.go(`/t/${stranger.tenant.slug}/keys`);
    await window.sees(`Tenant “${stranger.tenant.slug}” not found`);
    await client.raw({ path: SEARCH, body: { domain: 'first.com' } });
    await window.go(`/t/${client.tenant.slug}`);
    await window.sees('Latest requests');
  });

  it('turns the live registrar on and off', async () => {
    const live = await sandbox.key(client.tenant, { scope: 'live' });
    const code = async () => (await live.raw({ path: LIVE_SEARCH, body: { domain: 'a.com' } })).body.error.code;
    const turn = async (word: 'ON' | 'OFF') => {
      await window.press(`Turn ${word}`);
      const dialog = window.page.getByRole('alertdialog');
      const button = dialog.getByRole('button', { name: `Turn ${word}` });
      await dialog.getByLabel('Reason').fill('trying the switch');
      expect(await button.isDisabled()).toBe(true);
      await dialog.getByLabel(`Type ${word} to confirm`).fill(word.toLowerCase());
      await dialog.getByText(`Must be exactly ${word}.`).waitFor();
      expect(await button.isDisabled()).toBe(true);
      await dialog.getByLabel(`Type ${word} to confirm`).fill(word);
      await button.click();
      await window.seesHeading(`Live registrar is ${word}`);
    };
    await window.go('/kill-switch');
    await window.logIn(operator);
    await window.seesHeading('Live registrar is OFF');
    await turn('ON');
    await eventually(async () => expect(await code()).toBe('REGISTRAR_NOT_CONNECTED'));
    await turn('OFF');
    await eventually(async () => expect(await code()).toBe('REGISTRAR_DISABLED'));
    await window.sees('trying the switch');
  });

  it('chooses the facades of a tenant', async () => {
    const shop = new Shop(sandbox, client);
    const status = async () => (await shop.send('GET', '/v2/whoami')).status;
    const open = async () => {
      const row = window.page.getByRole('row').filter({ hasText: client.tenant.slug });
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await window.page.getByRole('menuitem', { name: 'Facades…' }).click();
    };
    const dialog = window.page.getByRole('dialog', { name: /^Facades of / });
    const facade = (name: string) => dialog.getByRole('checkbox', { name });
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await window.go('/tenants');
    await window.logIn(operator);
    expect(await status()).toBe(200);
    await open();
    await facade('DNSimple v2').uncheck();
    expect(await window.violations()).toEqual([]);
    await save();
    expect(await status()).toBe(403);
    await open();
    expect(await facade('DNSimple v2').isChecked()).toBe(false);
    expect(await facade('Cloudflare v4').isChecked()).toBe(true);
    await facade('DNSimple v2').check();
    await save();
    expect(await status()).toBe(200);
  });

  it('reports data that could not be loaded instead of showing none', async () => {
    const { page } = window;
    const failing: [path: string, query: RegExp][] = [
      [`/t/${client.tenant.slug}/registry`, /domain_status=action_required/],
      [`/t/${client.tenant.slug}/faults?new=1`, /\/faults\/errors$/],
      ['/people', /\/people\/links$/],
      ['/live-registrar', /\/registrar\/status$/],
      [`/t/${client.tenant.slug}`, /\/api\/.*\/keys$/],
    ];
    await visit.enter('/keys');
    await window.seesHeading('Keys');
    const error = { code: 'INTERNAL_ERROR', message: 'The database is broken.' };
    for (const [path, query] of failing) {
      await page.route(query, route => route.fulfill({ status: 500, json: { success: false, data: null, error } }));
      await window.go(path);
      await page.getByRole('alert').getByText(error.message).last().waitFor();
      await eventually(async () => expect(await page.locator('table[aria-busy=true]').count()).toBe(0));
    }
    await window.go(`/t/${client.tenant.slug}/requests`);
    await page.getByLabel('Key').getByText('The options could not be loaded.').waitFor({ state: 'attached' });
  });

  it('shows a notice while the server is unreachable, and recovers without a reload', async () => {
    await visit.enter('/keys');
    await window.seesHeading('Keys');
    await window.page.route('**/portal/api/**', route => route.abort());
    await window.page.getByRole('link', { name: 'Orders', exact: true }).click();
    await window.sees('Cannot reach Nameyard.');
    await window.page.unroute('**/portal/api/**');
    await window.sees('No orders yet');
    await window.page.getByText('Cannot reach Nameyard.').first().waitFor({ state: 'hidden' });
  });
});
