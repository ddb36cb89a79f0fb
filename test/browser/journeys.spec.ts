import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { ADA, type Client, SEARCH } from '../support/client.js';
import { copyRegistrations } from '../support/copy-registrations.js';
import { eventually } from '../support/eventually.js';
import type { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { type Portal, startPortal } from './start-portal.js';
import { Window } from './window.js';

const LIVE_SEARCH = '/api/v1/registrar/domains/search';

/** More queued events than the service counts, and some that are sent during the test. */
const MORE_THAN_COUNTED = 10_200;

describeWith('chromium', 'The portal in a browser', () => {
  let portal: Portal;
  let sandbox: Sandbox;
  let window: Window;
  let client: Client;
  let operator: PortalClient;

  beforeAll(async () => {
    portal = await startPortal();
    ({ sandbox, operator } = portal);
  });
  beforeEach(async () => {
    client = await sandbox.tenant();
    window = await Window.open(portal);
  });
  afterEach(() => window.close());
  afterAll(() => portal?.stop());

  const enter = async (path = '', person = operator) => {
    await window.go(`/t/${client.tenant.slug}${path}`);
    await window.logIn(person);
  };

  it('creates a working key, and applies a removed permission and a revocation to the next call', async () => {
    await enter('/keys');
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
    await enter('/keys');
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

  it('saves an export as a file, shows its progress, and cancels it', async () => {
    const { page } = window;
    await client.order({ domain: 'exported.com', years: 1, owner: ADA });
    await enter('/orders?status=created');
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

  it('finds a failed request by its request ID and shows it in the chart', async () => {
    await client.search({ domain: 'fine.com' });
    const { headers } = await client.search({ domain: 'not a domain' });
    const requestId = String(headers['x-request-id']);
    await eventually(async () => {
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests`);
      expect(body.data.requests).toHaveLength(2);
    });
    await enter('/requests');
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

  it('finds pages and pasted IDs in the command palette, and shows what needs attention', async () => {
    const { body } = await client.register('palette-shop.com');
    await enter('/keys');
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

  it('opens rows by mouse and keyboard and returns the focus to the opener', async () => {
    const { body } = await client.register('row-shop.com');
    const focused = () => window.page.evaluate<string>('document.activeElement.innerText');
    await enter('/orders');
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

  it('continues a search that has found nothing within its time', async () => {
    for (const domain of ['rare-older.com', 'rare-newer.com']) await client.search({ domain });
    await eventually(async () => {
      const { body } = await operator.get(`tenants/${client.tenant.slug}/requests`);
      expect(body.data.requests).toHaveLength(2);
    });
    await enter('/requests');
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
    await enter();
    await window.page.locator('.strip-plot rect[data-series="4xx"]').click({ force: true });
    await window.sees('1 request');
    expect(window.path).toMatch(/\/requests\?range=custom&from=.*&status=4xx/);
    await window.go(`/t/${client.tenant.slug}/usage?range=1h`);
    await window.page.locator('.recharts-bar-rectangle path').first().click();
    await window.sees('1 request');
    expect(window.path).toMatch(/\/requests\?range=custom&from=.*&status=4xx/);
    await window.go('/t/nobody/no/such/page');
    await window.sees('This page does not exist');
    await window.page.locator('header.top').getByText('nobody').waitFor();
    expect(await window.page.locator('body').innerText()).not.toContain(client.tenant.slug);
  });

  it('shows each new request once in the live log, also after a pause', async () => {
    await client.search({ domain: 'before.com' });
    await enter('/requests?live=1');
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

  it('shows the first request of a tenant in the live log', async () => {
    await enter('/requests?live=1');
    await window.sees('No requests yet');
    await client.search({ domain: 'the-first.com' });
    await window.sees('the-first.com');
  });

  it('registers a domain on the try-it page without sending the key to the browser', async () => {
    const shown: string[] = [];
    window.page.on('response', async response => {
      if (response.url().includes('/portal/api/')) shown.push(await response.text().catch(() => ''));
    });
    await enter('/try');
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
    expect(shown.join('\n')).not.toContain(client.key.value);
  });

  it('renews a domain, and leads from its history to the order and back', async () => {
    await client.register('renewed-shop.com', 7);
    await enter('/domains');
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

  it('shows past orders of a domain that is no longer held', async () => {
    await client.register('released-shop.com');
    await enter('/domains/released-shop.com');
    await window.sees('domain.registered');
    await sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
    await window.page.reload();
    await window.sees('This tenant does not hold released-shop.com');
    await window.sees('Registration for 1 year ordered');
    expect(await window.page.getByRole('button', { name: 'Renew' }).count()).toBe(0);
  });

  it('guides a new tenant through the first steps to the first webhook', async () => {
    const receiver = await TestReceiver.start();
    try {
      await enter();
      await window.sees('Waiting for your first request');
      await window.page.getByRole('link', { name: 'Send a request' }).click();
      await window.page.getByLabel('Example', { exact: true }).selectOption('Taken domain');
      await window.press('Send');
      await window.page.getByLabel('Response body').getByText('taken').first().waitFor();
      expect(await window.page.getByRole('link', { name: 'Order it' }).count()).toBe(0);
      await window.page.getByLabel('Body', { exact: true }).fill('{"domain": "bücher.com"}');
      await window.press('Send');
      await window.page.getByRole('link', { name: 'Order it' }).click();
      expect(await window.page.getByLabel('Body', { exact: true }).inputValue()).toContain('"xn--bcher-kva.com"');
      await window.press('Send');
      await window.page.getByRole('link', { name: 'Check out' }).click();

      await window.page.getByRole('link', { name: 'Overview', exact: true }).click();
      const steps = window.page.getByRole('region', { name: 'First steps' });
      await steps.getByRole('link', { name: 'Order a domain' }).waitFor();
      await window.go(`/t/${client.tenant.slug}/webhooks?new=1`);
      await window.page.getByText('No endpoint yet?').click();
      await window.press('Use http://localhost:4000/');
      expect(await window.page.getByLabel('URL').inputValue()).toBe('http://localhost:4000/');
      await window.page.getByLabel('URL').fill(receiver.url);
      await window.page.getByRole('dialog').getByRole('button', { name: 'Add receiver' }).click();
      await window.press('I saved it');
      await window.sees('No deliveries yet');

      await client.register('bücher.com');
      await window.page.getByRole('button', { name: 'domain.registered' }).waitFor();
      await window.sees('bücher.com');
      await window.go(`/t/${client.tenant.slug}`);
      await window.sees('Latest requests');
      expect(await steps.count()).toBe(0);
    } finally {
      await receiver.stop();
    }
  });

  it('shows a notice while the server is unreachable, and recovers without a reload', async () => {
    await enter('/keys');
    await window.seesHeading('Keys');
    await window.page.route('**/portal/api/**', route => route.abort());
    await window.page.getByRole('link', { name: 'Orders' }).click();
    await window.sees('Cannot reach Nameyard.');
    await window.page.unroute('**/portal/api/**');
    await window.sees('No orders yet');
    await window.page.getByText('Cannot reach Nameyard.').first().waitFor({ state: 'hidden' });
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

  it('adds a receiver, sends a test event and resends it', async () => {
    const receiver = await TestReceiver.start();
    try {
      receiver.respondWith(500, {}, 'not today');
      await enter('/webhooks');
      await window.press('Add receiver');
      await window.page.getByLabel('URL').fill(receiver.url);
      await window.page.getByRole('dialog').getByRole('button', { name: 'Add receiver' }).click();
      expect(await window.page.getByTestId('secret').innerText()).toMatch(/^whsec_/);
      await window.press('I saved it');
      await window.press('Send test event');
      const panel = window.page.getByRole('dialog');
      await panel.getByText('not today').waitFor();
      receiver.respondWith(200, {}, 'thank you');
      await panel.getByRole('button', { name: 'Resend' }).click();
      await panel.getByText('thank you').waitFor();
      await panel.getByText('delivered', { exact: true }).waitFor();
      expect(new Set(receiver.ids).size).toBe(1);
    } finally {
      await receiver.stop();
    }
  });

  it('shows how many events wait for their first attempt', async () => {
    const receiver = await TestReceiver.start();
    receiver.hold();
    try {
      const path = `tenants/${client.tenant.slug}/receivers`;
      const { id } = (await operator.post(path, { url: receiver.url })).body.data.receiver;
      await enter(`/webhooks/receivers/${id}`);
      await window.sees('None yet');
      expect(await window.page.getByText('Queued').count()).toBe(0);
      await client.register('first.com');
      await copyRegistrations(sandbox, client.tenant.id, MORE_THAN_COUNTED);
      await window.sees('10,000+ events');
      await window.page.getByRole('link', { name: 'Webhooks' }).last().click();
      await window.page.getByRole('cell', { name: '10,000+' }).waitFor();
      await operator.delete(`${path}/${id}`);
    } finally {
      await receiver.stop();
    }
  });

  it('resets the sandbox after its name is typed', async () => {
    await client.register('soon-gone.com');
    await enter('/domains');
    await window.sees('soon-gone.com');
    await window.press('Reset sandbox');
    await window.page.getByLabel(`Type ${client.tenant.slug} to confirm`).fill(client.tenant.slug);
    await window.page.getByRole('alertdialog').getByRole('button', { name: 'Reset sandbox' }).click();
    await window.sees('Removed 1 order and 1 domain.');
    await window.sees('No domains yet');
    expect(await client.statusOf('soon-gone.com')).toBe('available');
  });

  it('hides other tenants and operator pages from developers', async () => {
    const stranger = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await enter('', developer);
    await window.sees('Waiting for your first request');
    expect(await window.page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await window.go('/people');
    await window.sees('Only operators can see this page');
    await window.go(`/t/${stranger.tenant.slug}/keys`);
    await window.sees(`Tenant “${stranger.tenant.slug}” not found`);
    await client.raw({ path: SEARCH, body: { domain: 'first.com' } });
    await window.go(`/t/${client.tenant.slug}`);
    await window.sees('Latest requests');
  });

  it('works with the keyboard only', async () => {
    await enter('/keys');
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
