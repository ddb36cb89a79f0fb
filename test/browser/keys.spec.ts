import { ADA, type Client } from '../support/client.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

describeWith('chromium', 'Keys in the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let sandbox: Sandbox;
  let window: Window;

  beforeEach(() => void ({ client, sandbox, window } = visit));

  it('creates a working key, and applies a removed permission and a revocation to the next call', async () => {
    await visit.enter('/keys');
    await window.press('Create key');
    await window.page.getByLabel('Name', { exact: true }).fill('From the browser');
    await window.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const value = await window.page.getByTestId('secret').innerText();
    await window.press('I saved it');
    await window.page.getByRole('link', { name: 'From the browser' }).click();
    await window.seesHeading('From the browser');
    const [, id] = /keys\/(key_\w+)/.exec(window.path)!;
    const shop = sandbox.integrator(client, { key: { id: id! }, value });
    expect(await shop.statusOf('from-the-browser.com')).toBe('available');

    await window.page.getByLabel('Call').selectOption('order');
    await window.press('Send');
    await window.sees('Success');
    await window.page.getByRole('checkbox', { name: 'sandbox.order' }).uncheck();
    await window.press('Save changes');
    await window.page.getByRole('list', { name: 'Results' }).getByText('PERMISSION_DENIED').waitFor();
    expect(await shop.order({ domain: 'a.com', years: 1, owner: ADA })).toMatchObject({ status: 403 });

    await window.press('Revoke');
    await window.press('Revoke key');
    await window.page.getByRole('list', { name: 'Results' }).getByText('API_KEY_INVALID').waitFor();
    expect(await shop.search({ domain: 'a.com' })).toMatchObject({ status: 401 });
  });

  it('shows the value of a rolled key after the old key has left the list', async () => {
    await visit.enter('/keys');
    await window.page.getByRole('button', { name: /^Actions for/ }).click();
    await window.page.getByRole('menuitem', { name: 'Roll…' }).click();
    await window.page.getByLabel('The old key expires').selectOption('Immediately');
    await window.press('Roll key');
    const value = window.page.getByTestId('secret');
    await value.waitFor();
    await window.sees('All (2)');
    const shop = sandbox.integrator(client, { key: client.key, value: await value.innerText() });
    expect(await shop.statusOf('rolled.com')).toBe('available');
    await window.press('I saved it');
    await value.waitFor({ state: 'hidden' });
  });

  it.each([
    [0, '0 of 10 (0%)', 0],
    [9, '9 of 10 (90%)', 0.9],
    [10, '10 of 10 (100%)', 1],
    [15, '15 of 10 (150%)', 1],
  ])('shows the headroom of a key after %s requests in a minute', async (requests, text, share) => {
    const { page } = window;
    const path = `/keys/${client.key.id}`;
    await visit.operator.patch(`tenants/${client.tenant.slug}${path}`, { limit: 10 });
    await sandbox.rows(
      `INSERT INTO usage.minutes (tenant_id, key_id, route, status, code, minute, requests)
       SELECT $1, $2, '/', 200, '', date_trunc('minute', now()), $3::int WHERE $3::int > 0`,
      [client.tenant.id, client.key.id, requests],
    );
    await visit.enter(path);
    const meter = page.getByRole('meter', { name: 'Busiest minute of the last hour, compared with the limit' });
    await meter.waitFor();
    expect(await meter.getAttribute('aria-valuetext')).toBe(text);
    expect(await meter.getAttribute('aria-valuenow')).toBe(String(Math.min(requests, 10)));
    await window.sees(`${requests < 10 ? 10 - requests : 'None'} left, ${text} used`);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      const bar = (await meter.boundingBox())!;
      const used = (await meter.locator('span').boundingBox())!;
      expect(bar.width).toBeGreaterThan(50);
      expect(used.width / bar.width).toBeCloseTo(share, 1);
      expect(await window.overflow()).toBe(0);
      expect(await window.violations()).toEqual([]);
    }
  });

  it('works with the keyboard only', async () => {
    await visit.enter('/keys');
    await window.seesHeading('Keys');
    const { keyboard } = window.page;
    await window.page.reload();
    await window.seesHeading('Keys');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await window.page.evaluate('document.activeElement.id')).toBe('main');
    await window.page.getByRole('button', { name: 'Create key' }).focus();
    await keyboard.press('Enter');
    await window.page.getByRole('dialog').waitFor();
    await keyboard.type('By hand');
    await keyboard.press('Enter');
    await window.page.getByTestId('secret').waitFor();
    await keyboard.press('Escape');
    await window.page.getByTestId('secret').waitFor();
    await window.page.getByRole('button', { name: 'I saved it' }).focus();
    await keyboard.press('Enter');
    await window.page.getByRole('link', { name: 'By hand' }).waitFor();
  });
});
