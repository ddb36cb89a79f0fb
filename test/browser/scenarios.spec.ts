import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { describeWith } from '../support/requirements.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

describeWith('chromium', 'The scenarios page of the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let window: Window;
  let page: Page;

  beforeEach(() => {
    ({ client, window } = visit);
    ({ page } = window);
  });

  const enter = async (path = '') => {
    await window.go(`/t/${client.tenant.slug}/scenarios${path}`);
    await window.logIn(visit.operator);
    await page.locator('h1', { hasText: 'Scenarios' }).waitFor();
  };

  const group = (name: string) =>
    page.locator('details').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const panel = () => page.getByRole('dialog');
  const outcome = (name: string) => panel().getByRole('table', { name: 'Outcome' }).getByRole('row', { name });

  it('runs a scenario, and shows the expected outcome next to the actual one', async () => {
    await enter();
    await page.getByLabel('Title, ID or error code').fill('payment_declined');
    await page.getByRole('button', { name: 'Run checkout.PAYMENT_DECLINED' }).click();
    await panel().getByText('passed').waitFor();
    expect(window.path).toContain('open=checkout.PAYMENT_DECLINED');
    expect(await outcome('Response').innerText()).toMatch(/402\s+402/);
    expect(await outcome('Code').innerText()).toMatch(/PAYMENT_DECLINED\s+PAYMENT_DECLINED/);
    await panel().getByText('POST /api/v1/sandbox/domains/checkout').waitFor();
    expect(await window.violations()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await window.overflow()).toBe(0);
    await page.keyboard.press('Escape');
    await group('checkout').getByText('1 passed').waitFor();
    expect(window.consoleErrors).toEqual([]);
  });

  it('runs all scenarios of an operation, and shows the progress', async () => {
    await enter('?operation=getOrder');
    await window.press('Run all of getOrder');
    await group('getOrder').getByRole('progressbar').waitFor();
    await group('getOrder')
      .getByText(/^\d+ passed$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Run all of getOrder' }).waitFor();
    const total = await group('getOrder').locator('tbody').getByRole('row').count();
    await group('getOrder').getByText(`${total} passed`).waitFor();
    expect(
      await group('getOrder')
        .getByText(/^\d+ failed$/)
        .count(),
    ).toBe(0);
  });

  it('runs all scenarios shown, and lists their results with a link to each', async () => {
    await enter('?code=ORDER_NOT_FOUND');
    await page.getByRole('region', { name: 'Orders and payments' }).waitFor();
    const run = page.getByRole('button', { name: /^Run these \d+ scenarios$/ });
    const total = /\d+/.exec(await run.innerText())![0];
    await run.click();
    await window.sees(`${total} scenarios played: ${total} passed, 0 failed.`);
    await page.getByRole('table', { name: 'Results' }).getByRole('link').first().click();
    await outcome('Code').getByText('ORDER_NOT_FOUND').first().waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('can be stopped, and shows no results of an earlier run', async () => {
    await enter('?operation=checkout');
    const rows = group('checkout').locator('tbody').getByRole('row');
    await rows.last().getByRole('button', { name: /^Run / }).click();
    await panel().getByText('passed').waitFor();
    await page.keyboard.press('Escape');
    await group('checkout').getByText('1 passed').waitFor();
    let release = () => {};
    const released = new Promise<void>(resolve => (release = resolve));
    await page.route('**/scenarios/*/run', async route => {
      await released;
      await route.continue();
    });
    await window.press('Run all of checkout');
    await window.sees(/^0 of \d+ played$/);
    expect(await group('checkout').getByText('1 passed').count()).toBe(0);
    await window.press('Stop');
    release();
    await page.getByRole('button', { name: 'Run all of checkout' }).waitFor();
    expect(await rows.filter({ hasText: 'passed' }).count()).toBeLessThan((await rows.count()) / 2);
    expect(await rows.last().innerText()).not.toContain('passed');
  });

  it('shows the command for a scenario that creates worlds', async () => {
    await enter('?open=createWorld.created');
    const command = panel().getByText(`nameyard scenario run createWorld.created --tenant ${client.tenant.slug}`);
    await command.waitFor();
    expect(await panel().getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    const world = await visit.sandbox.world(client);
    await window.go(`/t/${world.tenant.slug}/scenarios?open=createWorld.created`);
    await command.waitFor();
  });

  it('is linked from a failed request', async () => {
    await client.search({ domain: 'not a domain' });
    await window.go(`/t/${client.tenant.slug}/requests?code=INVALID_DOMAIN&live=1`);
    await window.logIn(visit.operator);
    await page.getByRole('button', { name: /domains\/search/ }).click();
    await page.getByRole('link', { name: 'Rehearse INVALID_DOMAIN' }).click();
    await page.getByRole('button', { name: 'Run search.INVALID_DOMAIN' }).waitFor();
  });

  it('explains that it cannot play while the tenant has too many worlds', async () => {
    await visit.sandbox.rows(
      `INSERT INTO tenancy.tenants SELECT copy.* FROM tenancy.tenants t, generate_series(1, 100) AS n,
         jsonb_populate_record(t, jsonb_build_object('id', t.id || n, 'slug', t.slug || n, 'parent_id', t.id,
           'expires_at', now() + interval '1 hour', 'shared_limit', 1000)) AS copy
       WHERE t.id = $1`,
      [client.tenant.id],
    );
    await enter('?open=search.available.default');
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await panel().getByText('not played').waitFor();
    await panel()
      .getByText(/100 live worlds/)
      .waitFor();
  });
});
