import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { openRegistrar, Shop, startLive } from '../registrar/installation.js';
import { sharedBrowser, type Portal } from './open-portal.js';
import { Window } from './window.js';

describeWith('chromium', 'The live registrar in the portal', () => {
  let registrar: Sandbox;
  let account: Client;
  let live: Sandbox;
  let shop: Shop;
  let portal: Portal;

  beforeAll(async () => {
    ({ registrar, account } = await openRegistrar());
    live = await startLive(registrar, account);
    shop = await Shop.open(live);
    const id = await shop.buy('bought-live.com');
    await eventually(async () => expect((await shop.state(id)).domain_status).toBe('registered'));
    const operator = await live.person({ role: 'operator' });
    portal = { sandbox: live, browser: await sharedBrowser(), operator } as Portal;
  });

  it('shows operators the connection, an order, its steps and new differences', async () => {
    const window = await Window.open(portal);
    const { page } = window;
    await window.go('/live-registrar');
    await window.logIn(portal.operator);
    await window.sees(`${registrar.origin}/facades/dnsimple`);
    await window.sees('No unfinished orders');
    await page.getByLabel('State').selectOption('registered');
    await window.press('bought-live.com');
    const steps = page.getByRole('dialog').getByRole('table', { name: 'Steps' });
    await steps.getByText('submit').first().waitFor();
    await steps.getByText('mark').first().waitFor();
    expect(await window.violations()).toEqual([]);
    await window.press('Close');
    await account.register('unknown-live.com');
    await window.press('Compare now');
    await page.getByRole('table', { name: 'Differences' }).getByText('unknown-live.com').waitFor();
    expect(window.consoleErrors).toEqual([]);
    await window.close();
  });

  it('adds credit, and ends a stuck order', async () => {
    const window = await Window.open(portal);
    const { page } = window;
    const id = await shop.buy('stuck-live.com');
    await eventually(async () => expect((await shop.state(id)).domain_status).toBe('registered'));
    // A registrar that contradicts itself leaves such an order.
    const total = `(SELECT total FROM registrar.orders WHERE id = $1)`;
    await live.rows(
      `WITH entry AS (DELETE FROM registrar.ledger WHERE order_id = $1 AND kind = 'capture'),
         account AS (UPDATE registrar.accounts SET held = held + ${total}, spent = spent - ${total})
       UPDATE registrar.orders SET domain_status = 'pending', step = 'stuck', stuck = 'It has another contact.' WHERE id = $1`,
      [id],
    );
    await window.go('/live-registrar');
    await window.logIn(portal.operator);
    await window.sees('It has another contact.');
    await window.press('End order');
    await page.getByRole('dialog').getByLabel('Failed').check();
    await page.getByRole('dialog').getByLabel('Reason').fill('seen at the registrar');
    await page.getByRole('dialog').getByRole('button', { name: 'End order' }).click();
    await window.sees('The order has ended: failed.');
    expect((await shop.state(id)).domain_status).toBe('failed');

    const { credit } = await shop.account();
    await window.press('Credit and limit');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tenant').selectOption(shop.client.tenant.slug);
    await dialog.getByLabel('Amount (USD)').fill('25.00');
    await dialog.getByLabel('Reason').fill('second month');
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await window.sees('The account is changed.');
    expect((await shop.account()).credit).toBe(credit + 25);
    await window.close();
  });

  it('shows developers the account and the orders of their tenant', async () => {
    const window = await Window.open(portal);
    await window.go(`/t/${shop.client.tenant.slug}/live-orders`);
    await window.logIn(await live.person({ role: 'developer', tenants: [shop.client] }));
    await window.sees(/USD\s1,025\.00/);
    await window.press('bought-live.com');
    await window.page.getByRole('dialog').getByText('submit').first().waitFor();
    await window.close();
  });
});
