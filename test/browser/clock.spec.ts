import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { retryUnavailable } from '../support/outcome.js';
import { describeWith } from '../support/requirements.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

describeWith('chromium', 'The clock page of the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let window: Window;
  let page: Page;

  beforeEach(() => {
    ({ client, window } = visit);
    ({ page } = window);
  });

  const enter = async () => {
    await window.go(`/t/${client.tenant.slug}/clock`);
    await window.logIn(visit.operator);
    await window.seesHeading('Present time');
  };

  const set = (body: object) => visit.operator.put(`tenants/${client.tenant.slug}/clock`, body);
  const present = () => page.locator('section', { hasText: 'Present time' }).locator('p').first();
  const notice = () => page.locator('main > p', { hasText: 'Sandbox time' });

  it('freezes the clock, advances it, and lists what happened', async () => {
    await enter();
    await present().getByText('real time').waitFor();
    expect(await notice().count()).toBe(0);

    await page.getByLabel('Time (UTC), optional').fill('2030-01-01T12:00:00');
    await window.press('Freeze');
    await present().getByText('1 Jan 2030, 12:00:00 UTC').waitFor();
    await window.sees('Nothing fell due');
    await notice().getByText('Sandbox time: 1 Jan 2030, 12:00:00 UTC, frozen').waitFor();

    await client.register('example-shop.com');
    await window.press('1 year');
    await present().getByText('1 Jan 2031, 12:00:00 UTC').waitFor();
    const events = page.getByRole('region', { name: 'What happened' });
    await events.getByText('domain.expiring').waitFor();
    await events.getByText('2 Dec 2030, 12:00:00 UTC').waitFor();
    await events.getByText('domain.expired').waitFor();
    await window.sees('2 events');
    expect(await window.violations()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await window.overflow()).toBe(0);

    // Narrow screens show the end of the term only.
    await page.setViewportSize({ width: 1280, height: 860 });
    await window.go(`/t/${client.tenant.slug}/domains`);
    await page.getByRole('row', { name: /example-shop\.com.*1 Jan 2030, 12:00 UTC.*1 Jan 2031, 12:00 UTC/ }).waitFor();
    await notice().getByText('1 Jan 2031, 12:00:00 UTC, frozen').waitFor();
    expect(window.consoleErrors).toEqual([]);
  });

  it('shows what is due on a line and as a table, and advances to an event', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await client.register('line-shop.com');
    await client.setRegistry({ registration_delay: 'P3D' });
    await client.pay(await client.orderOf('line-pending-shop.com'));
    await enter();
    const row = (name: RegExp) => page.getByRole('table', { name: 'Events by this clock' }).getByRole('row', { name });
    await row(/domain\.registered line-shop\.com 1 Jan 2030, 00:00:00 UTC now/).waitFor();
    await row(
      /Decision of the registry: registered line-pending-shop\.com 4 Jan 2030, 00:00:00 UTC in 3 days/,
    ).waitFor();
    await row(/domain\.released line-shop\.com 31 Jan 2031/).waitFor();
    expect(await window.violations()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await window.overflow()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 860 });

    await window.press('Advance to domain.expired of line-shop.com');
    const dialog = page.getByRole('alertdialog', { name: 'Advance to 1 Jan 2031, 00:00:00 UTC?' });
    await dialog.getByText('At least 3 events fall due. They can cause further events.').waitFor();
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Advance' }).click();
    await present().getByText('1 Jan 2031, 00:00:00 UTC').waitFor();
    await row(/domain\.expired line-shop\.com 1 Jan 2031, 00:00:00 UTC now/).waitFor();
    await row(/domain\.released line-shop\.com 31 Jan 2031, 00:00:00 UTC in 30 days/).waitFor();
    expect(window.consoleErrors).toEqual([]);
  });

  it('picks durations, and shows them in words, in ISO 8601 and with the time at the end', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await enter();
    await page.getByLabel('Duration: number').fill('30');
    expect(await page.getByRole('textbox', { name: 'Duration', exact: true }).inputValue()).toBe('P30D');
    await window.sees('30 days, until 31 Jan 2030, 00:00:00 UTC');
    await page.getByLabel('Duration: unit').selectOption('hours');
    expect(await page.getByRole('textbox', { name: 'Duration', exact: true }).inputValue()).toBe('PT30H');
    await page.getByLabel('Duration: number').fill('');
    await page.getByLabel('Duration: number').fill('12');
    expect(await page.getByRole('textbox', { name: 'Duration', exact: true }).inputValue()).toBe('PT12H');
    await page.getByRole('textbox', { name: 'Duration', exact: true }).fill('P1Y1M10D');
    await window.sees('1 year, 1 month and 10 days, until 11 Feb 2031, 00:00:00 UTC');
    await page.getByRole('radio', { name: 'To a time' }).check();
    await page.getByLabel('Time (UTC)', { exact: true }).fill('2030-03-01T00:00');
    await window.sees(/In 2 months: 2030-03-01T00:00:00\.000Z/);
  });

  it('advances by a duration and to a time, and explains invalid ones', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await enter();
    const duration = page.getByRole('textbox', { name: 'Duration', exact: true });
    await duration.fill('30 days');
    await window.press('Advance');
    await window.sees(/^Must be a duration in ISO 8601/);
    await duration.fill('P1M');
    await page.keyboard.press('Enter');
    await present().getByText('1 Feb 2030, 00:00:00 UTC').waitFor();

    await page.getByRole('radio', { name: 'To a time' }).check();
    const time = page.getByLabel('Time (UTC)', { exact: true });
    await time.fill('2029-01-01T00:00');
    await window.press('Advance');
    await window.sees(/stands at 2030-02-01T00:00:00.000Z and cannot be set back/);
    await time.fill('20300-03-01T00:00');
    await window.press('Advance');
    await window.sees(/^Must be a date/);
    await time.fill('2030-03-01T00:00');
    await window.press('Advance');
    await present().getByText('1 Mar 2030, 00:00:00 UTC').waitFor();
  });

  it('determines the end of the delays of the registry', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await visit.enter('/registry');
    await window.sees('5 days, until 6 Jan 2030, 00:00:00 UTC');
  });

  it('lets the clock tick while it runs, and shows how far it is ahead', async () => {
    await visit.operator.post(`tenants/${client.tenant.slug}/clock/advance`, { by: 'P1Y' });
    await enter();
    await present().getByText('running').waitFor();
    await page.getByText('1 year ahead', { exact: true }).waitFor();
    const shown = await present().getByRole('time').innerText();
    await present().getByText(shown).waitFor({ state: 'hidden' });
    expect(await present().innerText()).toContain(String(new Date().getUTCFullYear() + 1));
  });

  it('offers a reset when it cannot return to real time', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await client.register('example-shop.com');
    await enter();
    await page.getByRole('radio', { name: 'Real time' }).check();
    await window.press('Return to real time');
    await window.sees('A reset removes all orders and domains, returns the clock to real time');
    expect(await window.violations()).toEqual([]);
    await page.locator('form').getByRole('button', { name: 'Reset sandbox' }).click();
    await page.getByLabel(/^Type/).fill(client.tenant.slug);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset sandbox' }).click();
    await present().getByText('real time').waitFor();
    await notice().waitFor({ state: 'hidden' });
    await window.sees('Nothing is due');
  });

  it('shows the progress of a change that somebody else has started', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await client.register('example-shop.com');
    const { sandbox } = visit;
    await sandbox.rows(
      `INSERT INTO domains.registrations SELECT copy.* FROM domains.registrations r, generate_series(1, 3000) AS n,
         jsonb_populate_record(r, jsonb_build_object('domain', 'copy-' || n || '.com')) AS copy
       WHERE r.tenant_id = $1`,
      [client.tenant.id],
    );
    await enter();
    const blocking = await sandbox.database.pool.connect();
    await blocking.query('BEGIN');
    await blocking.query('SELECT FROM domains.registrations WHERE tenant_id = $1 FOR UPDATE', [client.tenant.id]);
    const path = `tenants/${client.tenant.slug}/clock/advance`;
    const key = { 'X-Idempotency-Key': 'two-years' };
    // On a slow machine, the change times out while it waits for this lock. A request with the same key continues it.
    const changing = retryUnavailable(() => visit.operator.post(path, { by: 'P2Y' }, key));
    await page.getByRole('progressbar', { name: 'Progress of the clock' }).waitFor();
    await window.sees('Moving to 1 Jan 2032, 00:00:00 UTC: 50%');
    await notice().getByText('1 Jan 2031, 00:00:00 UTC, moving to 1 Jan 2032, 00:00:00 UTC').waitFor();
    await blocking.query('ROLLBACK');
    blocking.release();
    await changing;
    await present().getByText('1 Jan 2032, 00:00:00 UTC').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'hidden' });
  });
});
