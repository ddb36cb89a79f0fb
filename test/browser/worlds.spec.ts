import type { Page } from 'playwright-core';
import { ADA, type Client, WORLDS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import { countClicks } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

/** How often the portal reads a world again. */
const POLL_MS = 15_000;

describeWith('chromium', 'Worlds and faults in the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let window: Window;
  let page: Page;

  beforeEach(() => {
    ({ client, window } = visit);
    ({ page } = window);
  });

  const enter = async (path: string) => {
    const { sandbox } = visit;
    await window.go(path);
    await window.logIn(await sandbox.person({ role: 'developer', tenants: [client] }));
  };

  const at = (path = '', { tenant } = client) => `/t/${tenant.slug}${path}`;
  const notice = () => page.locator('main > p', { hasText: 'World of' });
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));

  it('creates keys of a world for the sandbox only', async () => {
    const world = await visit.sandbox.world(client);
    await enter(at('/keys?new=1', world));
    await dialog().getByLabel('Name', { exact: true }).fill('CI');
    await eventually(async () => expect(await dialog().getByText('Live', { exact: true }).count()).toBe(0));
    await dialog().getByRole('button', { name: 'Create key' }).click();
    expect(await page.getByTestId('secret').innerText()).toMatch(/^ny_sandbox_/);
  });

  it('shows the requests of a world on its overview instead of the first steps', async () => {
    const world = await visit.sandbox.world(client, { name: 'Traffic' });
    await world.register('in-a-world.com');
    await enter(at('', world));
    await window.sees('Latest requests');
    await page.getByRole('img', { name: /^2 requests: 2 2xx/ }).waitFor();
    await window.sees('sandbox/domains/checkout');
    expect(await page.getByText('Four steps to your first webhook.').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
    expect(await window.violations()).toEqual([]);
  });

  it('creates a world, opens it, and ends it', async () => {
    await enter(at('/worlds'));
    await window.press('Create world');
    await page.getByLabel('Name, optional').fill('Renewals');
    await page.getByLabel('Lifetime').selectOption('15 minutes');
    await dialog().getByRole('button', { name: 'Create world' }).click();
    await window.sees('Save the key of Renewals');
    const value = await page.getByTestId('secret').innerText();
    const slug = await dialog()
      .getByText(/^w-\w{16}$/)
      .innerText();
    expect(await window.violations()).toEqual([]);
    await window.press('I saved it');
    const row = page.getByRole('row', { name: /Renewals.*14 min \d+ s/ });
    await row.waitFor();
    expect(await page.content()).not.toContain(value);

    const world = visit.sandbox.integrator({ tenant: { slug } } as Client, { key: { id: '' }, value });
    await world.register('only-here.com');
    await row.getByRole('link', { name: 'Open Renewals' }).click();
    await notice().getByText(`World of ${client.tenant.slug} · ends in 14 min`).waitFor();
    await page.getByRole('button', { name: 'Tenant: Renewals' }).waitFor();
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await window.sees('only-here.com');
    expect(window.path).toBe(`/t/${slug}/domains`);
    await page.getByRole('link', { name: 'Worlds', exact: true }).click();
    await window.sees('A world cannot have worlds');
    expect(await window.violations()).toEqual([]);

    await notice().getByRole('link').click();
    expect(window.path).toBe(at('/worlds'));
    await notice().waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Renewals.*1.*1/ }).waitFor();

    await window.go(at('/requests'));
    await page.getByLabel('Key').selectOption('Worlds');
    await page.getByRole('row', { name: /sandbox\/domains\/checkout.*only-here\.com.*Renewals/ }).waitFor();
    expect(window.path).toBe(at('/requests?key=worlds'));
    await page.getByRole('button', { name: /domains\/checkout/ }).click();
    await window.sees('Other requests of worlds');

    await window.go(at('/worlds'));
    await page.getByRole('button', { name: 'End Renewals' }).click();
    await dialog().getByRole('button', { name: 'End world' }).click();
    await window.sees('No worlds');
    expect(outcomeOf(await world.search({ domain: 'example.com' }))).toBe('401 API_KEY_INVALID');
    expect(window.consoleErrors).toEqual([]);
  });

  it('explains a refused request of a world, and links its own keys and orders', async () => {
    const world = await visit.sandbox.world(client, { name: 'Refused' });
    const order = await world.orderOf('ordered-shop.com');
    const shop = await visit.sandbox.key(world.tenant, { permissions: ['sandbox.search'] });
    await shop.order({ domain: 'refused-shop.com', years: 1, owner: ADA });
    const open = () => page.getByRole('button', { name: /domains\/order/ }).click();
    const sendAgain = dialog().getByRole('link', { name: 'Send again' });
    await enter(at('/requests?code=PERMISSION_DENIED'));
    await open();
    await window.sees(/It is a key of a world; the log does not record which one/);
    expect(await sendAgain.count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await dialog().getByRole('link', { name: 'Keys of the world' }).click();
    await window.seesHeading('Keys');
    expect(window.path).toBe(at('/keys', world));
    await window.go(at('/requests?status=2xx', world));
    await open();
    await sendAgain.waitFor();
    const link = dialog().getByRole('link', { name: order });
    expect(await link.getAttribute('href')).toBe(`/portal${at(`/orders/${order}`, world)}`);
  });

  it('tells what happened in an ended world, in three clicks', async () => {
    const world = await visit.sandbox.world(client, { name: 'Failed in CI' });
    await world.register('in-ci.com');
    await world.order({ domain: 'not a domain' });
    await client.raw({ method: 'DELETE', path: `${WORLDS}/${world.tenant.slug}` });
    await eventually(async () => {
      const { body } = await visit.operator.get(tenantPath(client, '/worlds/ended'));
      expect(body.data.worlds).toMatchObject([{ name: 'Failed in CI' }]);
    });
    await enter(at());
    await window.seesHeading('Overview');
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Worlds', exact: true }).click();
    await page.getByRole('link', { name: 'Failed in CI' }).click();
    await window.sees('3 requests, 1 of them refused or failed, 1 order, 0 deliveries.');
    await page.getByRole('table', { name: 'Requests' }).getByText('VALIDATION_FAILED').waitFor();
    await page.getByRole('table', { name: 'Orders' }).getByText('in-ci.com').waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
    expect(await window.violations()).toEqual([]);
    await page.getByRole('link', { name: 'View in request log' }).click();
    await window.seesHeading('Requests');
    await window.sees(/^3 requests$/);
  });

  it('opens a world by its address, and says when it has ended', async () => {
    const world = await visit.sandbox.world(client, { name: 'Renewals' });
    await page.clock.install();
    await enter(at('/orders', world));
    await notice().getByText(`World of ${client.tenant.slug} · ends in 59 min`).waitFor();
    await visit.operator.delete(`tenants/${client.tenant.slug}/worlds/${world.tenant.slug}`);
    await page.clock.fastForward(POLL_MS);
    await window.sees(`World “${world.tenant.slug}” has ended`);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await window.overflow()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await page.reload();
    await window.sees(`World “${world.tenant.slug}” not found`);
    await page.getByRole('link', { name: 'Go to overview' }).click();
    await window.seesHeading('Overview');
    expect(window.path).toBe(at());
  });

  it('adds faults, explains invalid ones, and shows how often they were used', async () => {
    await enter(at('/faults'));
    await window.sees('Sandbox-Fault: error;code=RATE_LIMITED');
    await window.press('Add fault');
    await page.getByLabel('Error code').selectOption('PAYMENT_DECLINED');
    await window.sees('The payment was declined. The order can be paid again.');
    await page.getByLabel('Operation').selectOption('Search');
    await page.getByLabel('Domain, optional').fill('a*b');
    await page.getByLabel('Requests that fail').fill('2');
    const submit = dialog().getByRole('button', { name: 'Add fault' });
    await submit.click();
    await window.sees(/^Must be a domain, or its start or end/);
    await page.getByLabel('Domain, optional').fill('shop-*');
    await submit.click();
    await window.sees(/^Must be one of .*RATE_LIMITED/);
    expect(await window.violations()).toEqual([]);
    await page.getByLabel('Error code').selectOption('RATE_LIMITED');
    await submit.click();
    const row = (used: number, remaining: number) =>
      page.getByRole('row', {
        name: new RegExp(`error;code=RATE_LIMITED;phase=before.*search.*shop-\\*.*${used} ${remaining} 9 min`),
      });
    await row(0, 2).waitFor();
    expect(outcomeOf(await client.search({ domain: 'shop-a.com' }))).toBe('429 RATE_LIMITED');
    await row(1, 1).waitFor();

    await window.press('Add fault');
    await page.getByLabel('Fault', { exact: true }).selectOption('Webhook');
    await page.getByLabel('Event').selectOption('Sent later');
    await page.getByLabel('Seconds').fill('301');
    await submit.click();
    await window.sees(/must be an integer from 1 to 300/i);
    await page.getByLabel('Seconds').fill('30');
    await submit.click();
    await window.sees('webhook;effect=delay;seconds=30');

    await page.getByRole('button', { name: /^Remove error/ }).click();
    await window.sees('The fault was removed.');
    expect(outcomeOf(await client.search({ domain: 'shop-a.com' }))).toBe('200');
    await window.press('Remove all');
    await dialog().getByRole('button', { name: 'Remove all' }).click();
    await window.sees('No faults');
    expect(window.consoleErrors.filter(text => !text.includes('a status of 422'))).toEqual([]);
  });
});
