import { readFile } from 'node:fs/promises';
import { ADA, type Client, REGISTRY, WORLD } from '../support/client.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

describeWith('chromium', 'Orders and domains in the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let sandbox: Sandbox;
  let window: Window;

  beforeEach(() => void ({ client, sandbox, window } = visit));

  it('registers a domain on the try-it page without sending the key to the browser', async () => {
    const shown: string[] = [];
    window.page.on('response', async response => {
      if (response.url().includes('/portal/api/')) shown.push(await response.text().catch(() => ''));
    });
    await visit.enter('/try');
    const answer = window.page.getByLabel('Response body');
    await window.press('Send');
    await answer.getByText('available').first().waitFor();
    await window.page.getByRole('link', { name: 'Order it' }).click();
    await window.press('Send');
    await answer.getByText('created', { exact: false }).first().waitFor();
    await window.page.getByRole('link', { name: 'Check out' }).click();
    await window.press('Send');
    await answer.getByText('registered', { exact: false }).first().waitFor();
    await window.page.getByRole('link', { name: 'View domain' }).click();
    await window.sees('1 domain');
    const order_id = await client.orderOf('a-pending-shop.com');
    await window.go(`/t/${client.tenant.slug}/try?call=checkout`);
    const body = { order_id, payment: { method: 'test', reference: order_id } };
    await window.page.getByLabel('Body', { exact: true }).fill(JSON.stringify(body));
    await window.press('Send');
    await window.sees('The order is paid. The registry decides later.');
    expect(shown.join('\n')).not.toContain(client.key.value);
  });

  it('saves an export as a file, shows its progress, and cancels it', async () => {
    const { page } = window;
    await client.order({ domain: 'exported.com', years: 1, owner: ADA });
    await visit.enter('/orders?status=created');
    const start = async (item: RegExp) => {
      await page.getByRole('button', { name: 'Export' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    const download = page.waitForEvent('download');
    await start(/^CSV/);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${client.tenant.slug}-orders-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^id,domain,[^\n]+\r\nord_\w+,exported\.com,created,/);
    const dialog = page.getByRole('alertdialog', { name: 'Export saved' });
    await dialog.getByText('1 order,').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.press('Done');
    await dialog.waitFor({ state: 'hidden' });

    await page.route('**/orders/export?*', () => undefined);
    await start(/^JSON/);
    await page.getByRole('alertdialog', { name: 'Exporting…' }).getByText('0 orders').waitFor();
    const ended = page.waitForEvent('requestfailed');
    await window.press('Cancel');
    await ended;
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect(window.consoleErrors).toEqual([]);
  });

  it('renews a domain, and leads from its history to the order and back', async () => {
    await client.register('renewed-shop.com', 7);
    await visit.enter('/domains');
    await window.page.getByRole('link', { name: 'renewed-shop.com' }).click();
    await window.seesHeading('renewed-shop.com');
    const { expires_at } = (await client.getRegistration('renewed-shop.com')).body.data;
    await window.press('Renew');
    const dialog = window.page.getByRole('dialog');
    const years = dialog.getByLabel('Years');
    expect(await years.locator('option').allInnerTexts()).toEqual(['1 year', '2 years', '3 years']);
    await dialog.getByText('USD 14.99').waitFor();
    await years.selectOption('2 years');
    await dialog.getByText('USD 29.98').waitFor();
    // Another renewal makes the chosen one too long.
    await client.pay(await client.renewalOf('renewed-shop.com', 2));
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await dialog.getByText(/^Must be fewer; the registration expires at/).waitFor();
    await years.selectOption('1 year');
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await window.sees('renewed-shop.com is renewed.');
    await window.sees('Not possible now: a domain can be registered for at most 10 years.');
    expect(await window.page.getByRole('button', { name: 'Renew', exact: true }).count()).toBe(0);
    const after = (await client.getRegistration('renewed-shop.com')).body.data;
    expect(Number(after.expires_at.slice(0, 4))).toBe(Number(expires_at.slice(0, 4)) + 3);

    const history = window.page.getByRole('table', { name: 'History' });
    await history.getByText('domain.renewed').nth(1).waitFor();
    const rows = await history.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map(row => row.split('\n')[0]!.trim())).toEqual([
      'A domain was renewed',
      'Renewal for 1 year ordered',
      'A domain was renewed',
      'Renewal for 2 years ordered',
      'A domain was registered',
      'Registration for 7 years ordered',
    ]);
    await history.getByRole('link', { name: 'Renewal for 1 year ordered' }).click();
    await window.seesHeading('Renewal of renewed-shop.com');
    await window.sees('Portal');
    await window.page.getByRole('link', { name: after.order_id }).click();
    await window.seesHeading('Registration of renewed-shop.com');
    await window.page.getByRole('link', { name: 'renewed-shop.com' }).click();
    await window.seesHeading('renewed-shop.com');
  });

  it('lets the registry decide orders, and cancels one', async () => {
    const { page } = window;
    await visit.enter('/registry');
    await window.sees('No pending orders');
    await page.getByRole('radio', { name: 'Later' }).check();
    const delay = page.getByRole('textbox', { name: 'Delay of registrations', exact: true });
    await delay.fill('P61D');
    await window.press('Save');
    await window.sees('Must be from PT1S to P60D.');
    await page.getByLabel('Delay of registrations: number').fill('1');
    expect(await delay.inputValue()).toBe('P1D');
    await window.press('Save');
    await window.sees('The settings of the registry are saved.');
    for (const domain of ['failed-shop.com', 'canceled-shop.com']) await client.pay(await client.orderOf(domain));
    await page.reload();
    const row = (table: string, domain: string) =>
      page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: domain });
    const decide = async (domain: string, outcome: string, reason: string) => {
      await row('Pending', domain).getByRole('button', { name: 'Decide' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: outcome }).check();
      await dialog.getByLabel('Reason, optional').fill(reason);
      expect(await window.violations()).toEqual([]);
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await window.sees(`The registry has decided ${domain}.`);
    };
    await decide('canceled-shop.com', 'Action required', 'passport missing');
    const waiting = row('Action required', 'canceled-shop.com');
    await waiting.getByText('passport missing').waitFor();
    await decide('failed-shop.com', 'Failed', 'name reserved');
    await waiting.getByRole('link', { name: 'canceled-shop.com' }).click();
    await window.seesHeading('Registration of canceled-shop.com');
    await window.press('Cancel');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
    await window.sees('The order of canceled-shop.com is canceled.');
    await page.getByText('refunded', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByLabel('Domain status').selectOption('Failed');
    await window.sees('2 orders');
  });

  it('edits, verifies and deletes a domain, and transfers another one out', async () => {
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await client.register('edited-shop.com');
    await visit.enter('/domains/edited-shop.com');
    await window.press('Show auth code');
    await window.sees('The domain is locked.');
    await window.press('Close');
    await window.press('Edit');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name servers').fill('ns1.example.net\nlocalhost');
    await dialog.getByLabel('Transfer lock').uncheck();
    await dialog.getByLabel('Email').fill('unverified@example.com');
    await window.press('Save');
    await dialog.getByText('Must have two labels or more').waitFor();
    expect(await window.violations()).toEqual([]);
    await dialog.getByLabel('Name servers').fill('ns1.example.net\nns2.example.net');
    const request = page.waitForRequest(request => request.method() === 'PATCH');
    await window.press('Save');
    expect((await request).postDataJSON()).toEqual({
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      locked: false,
      contact: { ...ADA, email: 'unverified@example.com' },
    });
    await window.sees('ns2.example.net');
    await window.press('Verify');
    await window.sees('Nothing to verify');
    await window.sees('domain.verified');
    await window.press('Delete');
    await page.getByRole('alertdialog').getByText('This refunds USD 11.99.').waitFor();
    await window.press('Delete domain');
    await window.sees('edited-shop.com is deleted. USD 11.99 is refunded.');
    await window.sees('This tenant does not hold edited-shop.com');
    await window.sees('domain.deleted');

    const transfer = { domain: 'my-taken-shop.com', auth_code: 'EPP-1', owner: ADA, settings: { locked: false } };
    const { order_id } = (await client.raw({ path: '/api/v1/sandbox/domains/transfer', body: transfer })).body.data;
    await client.pay(order_id);
    await client.raw({ path: `${REGISTRY}/decide`, body: { domain: transfer.domain, outcome: 'registered' } });
    await visit.window.go(`/t/${client.tenant.slug}/domains/${transfer.domain}`);
    await window.sees('Transfer for 1 year ordered');
    await window.press('Delete');
    await page.getByRole('alertdialog').getByText('Nothing is refunded.').waitFor();
    await window.press('Cancel');
    await window.press('Show auth code');
    await window.press('Transfer out');
    await window.sees('my-taken-shop.com is transferred to another registrar.');
    await window.sees('domain.transferred_away');
    expect(window.consoleErrors.filter(text => !/a status of 4(04|22)/.test(text))).toEqual([]);
  });

  it('shows the events of a domain without an order', async () => {
    await client.raw({
      method: 'PUT',
      path: WORLD,
      body: { version: 1, registrations: [{ domain: 'bare-shop.com' }] },
    });
    await client.updateRegistration('bare-shop.com', { locked: false });
    await visit.enter('/domains/bare-shop.com');
    await window.page.getByRole('table', { name: 'History' }).getByText('domain.updated').waitFor();
  });

  it('shows past orders of a domain that is no longer held', async () => {
    await client.register('released-shop.com');
    await visit.enter('/domains/released-shop.com');
    await window.sees('domain.registered');
    await sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
    await window.page.reload();
    await window.sees('This tenant does not hold released-shop.com');
    await window.sees('Registration for 1 year ordered');
    expect(await window.page.getByRole('button', { name: 'Renew' }).count()).toBe(0);
  });

  it('shows the time of each step of a purchase with milliseconds, and the time since the step before', async () => {
    const { order_id } = (await client.register('timed-shop.com')).body.data;
    await visit.enter(`/orders/${order_id}`);
    const steps = window.page.locator('main ol > li');
    await steps
      .filter({ hasText: 'A domain was registered' })
      .getByText(/^\+[\d.]+ m?s · .+ \d\d:\d\d:\d\d\.\d{3}$/)
      .waitFor();
    expect(await steps.first().innerText()).not.toContain('+');
  });

  it('resets the sandbox after its name is typed', async () => {
    await client.register('soon-gone.com');
    await visit.enter('/domains');
    await window.sees('soon-gone.com');
    await window.press('Reset sandbox');
    await window.page.getByLabel(`Type ${client.tenant.slug} to confirm`).fill(client.tenant.slug);
    await window.page.getByRole('alertdialog').getByRole('button', { name: 'Reset sandbox' }).click();
    await window.sees('Removed 1 order and 1 domain.');
    await window.sees('No domains yet');
    expect(await client.statusOf('soon-gone.com')).toBe('available');
  });
});
