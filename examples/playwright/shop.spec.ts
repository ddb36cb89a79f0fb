import { test as base, expect } from '@playwright/test';
import { createShop } from 'example-shop';
import { fixtures, type TestFixtures, type WorkerFixtures } from 'nameyard/playwright';

/** Each test has a shop with a world of its own. `baseURL` is its address. */
const test = base.extend<TestFixtures, WorkerFixtures>(fixtures).extend({
  baseURL: async ({ world }, use) => {
    const webhookSecrets: string[] = [];
    const shop = createShop({ nameyard: world.client, webhookSecrets });
    const origin = await shop.listen();
    const { secret } = await world.client.control.receivers.add({ url: `${origin}/webhooks` });
    webhookSecrets.push(secret);
    await use(origin);
    await shop.close();
  },
});

test('buys a domain that expires after a year', async ({ page, world }) => {
  await page.goto('/');
  await page.getByLabel('Domain').fill('my-shop.com');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(page.getByRole('heading')).toHaveText('my-shop.com is yours');

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('confirmed at')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 5_000 });

  await world.advance('P1Y');
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('my-shop.com has expired');
});

test('shows a taken domain', async ({ page, world }) => {
  await page.goto('/search?domain=google.com');
  await expect(page.getByRole('heading')).toHaveText('google.com is taken');
  await world.verify({ request: { operation: 'search', domain: 'google.com' }, times: 1 });
});
