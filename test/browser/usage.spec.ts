import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { tenantPath } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import { countClicks } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';

const MAX_CLICKS = 3;

/** Number of refused requests that the overview reports. */
const BURST = 10;

describeWith('chromium', 'Usage page', () => {
  const visit = visitPortal();

  /** Exceeds the limit of a key, and waits until the requests are in the log. */
  async function exceedLimit(): Promise<string> {
    const { sandbox, client, operator } = visit;
    const shop = await sandbox.key(client.tenant, { limit: 3 });
    for (let n = 0; n < 3 + BURST; n++)
      await shop.search({ domain: 'limited.com' }, { 'User-Agent': n < 3 ? 'shop/1' : 'import/2' });
    await eventually(async () => {
      const { body } = await operator.get(tenantPath(client, '/requests?code=RATE_LIMITED'));
      expect(body.data.requests).toHaveLength(BURST);
    });
    return shop.key.id;
  }

  /** The minute with the refused requests: when, who, and the address that can be shared. */
  async function seesExceededMinute(key: string): Promise<void> {
    const { window } = visit;
    await window.sees(/10 requests of .+ were refused since \d\d:\d\d:\d\d\. Its limit is 3 requests per minute\./);
    const senders = window.page.getByRole('table', { name: 'Senders' });
    await senders.getByRole('row', { name: /import\/2 10 10$/ }).waitFor();
    const search = new URL(window.page.url()).searchParams;
    expect(search.get('key')).toBe(key);
    const seconds = (Date.parse(search.get('to')!) - Date.parse(search.get('from')!)) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(90);
    await window.sees(/, by second$/);
  }

  it('shows the second in which a limit was exceeded, and who used it, in two clicks', async () => {
    const { window } = visit;
    const key = await exceedLimit();
    await visit.enter();
    await window.seesHeading('Overview');
    const clicks = await countClicks(window.page);
    await window.page.getByRole('link', { name: 'View limits' }).click();
    const exceeded = window.page.getByRole('table', { name: 'Refused requests' });
    await exceeded.getByRole('button').first().click();
    await seesExceededMinute(key);
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
    expect(await window.violations()).toEqual([]);
    await window.page.reload();
    await seesExceededMinute(key);
    await window.page.getByRole('group', { name: 'Show limits as' }).getByLabel('Table').check();
    const limits = window.page.getByRole('table', { name: 'Requests against limits' });
    await limits.getByRole('cell', { name: /^13\b/ }).first().waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('shows the minute of a refused request', async () => {
    const { window } = visit;
    const key = await exceedLimit();
    await visit.enter('');
    await window.seesHeading('Overview');
    const clicks = await countClicks(window.page);
    await window.page
      .getByRole('row', { name: /sandbox\/domains\/search 429/ })
      .getByRole('link')
      .first()
      .click();
    await window.page.getByRole('link', { name: 'Usage in this minute' }).click();
    await seesExceededMinute(key);
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
  });

  it('zooms by dragging over a chart, with the keyboard, and in the table', async () => {
    const { window } = visit;
    const { page } = window;
    await exceedLimit();
    await visit.enter('/usage?range=1h');
    await window.sees('Last hour, by minute');
    const box = (await page.locator('.recharts-cartesian-grid').first().boundingBox())!;
    const move = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await move(0.95);
    await page.mouse.down();
    await move(0.98);
    await move(0.995);
    await page.mouse.up();
    await window.sees(/, by second$/);
    expect(await page.locator('.recharts-reference-area').count()).toBe(0);
    const span = () => {
      const search = new URL(page.url()).searchParams;
      return Date.parse(search.get('to')!) - Date.parse(search.get('from')!);
    };
    const dragged = span();
    expect(dragged).toBeGreaterThan(60_000);
    await page.getByRole('button', { name: 'Zoom out' }).focus();
    await page.keyboard.press('Enter');
    await window.sees(/, by minute$/);
    expect(span()).toBe(4 * dragged);
    await page.goBack();
    await window.sees(/, by second$/);
    expect(span()).toBe(dragged);
    await page.goBack();
    await window.sees('Last hour, by minute');
    await move(0.5);
    await page.mouse.down();
    await move(0.9);
    await page.mouse.move(box.x + box.width + 60, box.y);
    await page.mouse.up();
    await page.waitForURL(/range=custom/);
    await page.goBack();
    await window.sees('Last hour, by minute');
    await page.getByRole('group', { name: 'Show requests as' }).getByLabel('Table').check();
    await page.getByRole('table', { name: 'Requests by minute' }).getByRole('button').first().click();
    await window.sees(/, by second$/);
    expect(span()).toBe(60_000);
  });

  it('shows what a tenant did today, and nothing for the day before, in three clicks', async () => {
    const { client, operator, window } = visit;
    const { page } = window;
    await setNoon(page);
    await client.register('of-today.com');
    await client.search({ domain: 'not a domain' });
    await eventually(async () => {
      const { body } = await operator.get(tenantPath(client, '/requests?code=INVALID_DOMAIN'));
      expect(body.data.requests).toHaveLength(1);
    });
    await visit.enter();
    await window.seesHeading('Overview');
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'View day' }).click();
    await window.sees('1 order, 1 paid.');
    await page.getByRole('link', { name: 'Tenants', exact: true }).click();
    const row = page.getByRole('row', { name: client.tenant.slug });
    await row.getByRole('link', { name: /^3 requests, day of / }).click();
    await window.sees('1 order, 1 paid.');
    await page.getByRole('link', { name: 'INVALID_DOMAIN' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
    await window.press('Previous day');
    await window.sees('No orders were placed on this day.');
    await window.sees('Nothing was changed on this day.');
    expect(await window.violations()).toEqual([]);
  });
});

/** Sets a time zone in which it is about noon, because the day must not change during a test. */
async function setNoon(page: Page): Promise<void> {
  const hours = new Date().getUTCHours();
  // Signs of these zones are inverted: `Etc/GMT-2` is two hours ahead of UTC.
  const timezoneId = `Etc/GMT${hours < 12 ? '-' : '+'}${Math.abs(hours - 12)}`;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId });
}
