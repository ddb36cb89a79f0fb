import { fixtures } from 'nameyard/vitest';
import { test as base, expect, vi } from 'vitest';
import { createShop } from '../shop.js';

const test = base.extend({
  ...fixtures,
  /** The shop with a world of its own, listening for webhooks. */
  shop: async ({ world }, use) => {
    const webhookSecrets = [];
    const shop = createShop({ nameyard: world.client, webhookSecrets });
    const origin = await shop.listen();
    const { secret } = await world.client.control.receivers.add({ url: `${origin}/webhooks` });
    webhookSecrets.push(secret);
    await use(shop);
    await shop.close();
  },
});

const purchase = (domain, token = 'token-1') => ({
  method: 'POST',
  url: '/orders',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({
    domain,
    token,
    years: '2',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
  }).toString(),
});

const get = async (shop, url) => (await shop.inject({ url })).body;

test('sells a domain and shows the confirmation of the registry', async ({ shop }) => {
  expect(await get(shop, '/search?domain=my-shop.com')).toContain('my-shop.com is available');
  const sold = await shop.inject(purchase('my-shop.com'));
  expect(sold.statusCode).toBe(303);
  expect(await get(shop, sold.headers.location)).toContain('my-shop.com is yours');
  await vi.waitFor(async () => expect(await get(shop, sold.headers.location)).toContain('confirmed at'), 5_000);
});

test('charges once when the response to the payment is lost, and when the form is sent twice', async ({
  shop,
  world,
}) => {
  await world.fault({ match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
  const first = await shop.inject(purchase('my-shop.com'));
  const second = await shop.inject(purchase('my-shop.com'));
  expect([first.statusCode, second.headers.location]).toEqual([303, first.headers.location]);
  // The lost one, and its retry by the client.
  await world.verify({ request: { operation: 'checkout', domain: 'my-shop.com' }, times: 2 });
  const { registrations } = await world.snapshot();
  expect(registrations).toHaveLength(1);
});

test('pays back what the registry does not register', async ({ shop, world }) => {
  const { headers } = await shop.inject(purchase('my-pending-shop.com'));
  expect(await get(shop, headers.location)).toContain('my-pending-shop.com is being registered');
  await world.decide('my-pending-shop.com', 'failed');
  expect(await get(shop, headers.location)).toContain('my-pending-shop.com could not be registered');
  const expected = [{ status: 'failed', years: 2, mails: ['refund'], refund: { currency: 'USD' } }];
  await vi.waitFor(async () => {
    expect(JSON.parse(await get(shop, '/api/state?domain=my-pending-shop.com'))).toMatchObject(expected);
  }, 5_000);
});

test('explains that a domain is taken', async ({ shop }) => {
  await shop.inject(purchase('my-shop.com'));
  const refused = await shop.inject(purchase('my-shop.com', 'token-2'));
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('That did not work')]);
});

test('asks to try again when the registry is down', async ({ shop, world }) => {
  await world.fault({ match: { operation: 'search' }, fault: { kind: 'error', code: 'INTERNAL_ERROR' } });
  const response = await shop.inject({ url: '/search?domain=my-shop.com' });
  expect([response.statusCode, response.body]).toEqual([503, expect.stringContaining('Please try again')]);
});

test('rejects webhooks without a valid signature', async ({ shop, world }) => {
  const unsigned = { method: 'POST', url: '/webhooks', payload: { type: 'domain.registered', data: {} } };
  expect((await shop.inject(unsigned)).statusCode).toBe(400);
  await world.fault({ fault: { kind: 'webhook', effect: 'bad-signature' } });
  await shop.inject(purchase('my-shop.com'));
  await world.verify({ delivery: { event: 'domain.registered', state: 'pending' }, times: 1, within: 'PT5S' });
});
