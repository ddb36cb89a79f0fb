import { REGISTRY, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath } from '../support/portal-client.js';
import { Shops } from './shops.js';

let shops: Shops;
let client: Client;
beforeAll(async () => void (shops = await Shops.start()));
beforeEach(async () => void (client = await shops.open({ name: 'Acme Domains' })));

const namesIn = (text: string) => [...text.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, name]) => name);

/** The names of the first section, which are those that the visitor entered. */
const exactNames = (text: string) => namesIn(text.split('With other endings')[0]!);

describe('the search of several names', () => {
  it.each([
    ['one-shop, two-shop.net;three-shop.org', ['one-shop.com', 'two-shop.net', 'three-shop.org']],
    ['one-shop.io  two-shop', ['one-shop.io', 'two-shop.com']],
    ['blue coffee', ['blue-coffee.com', 'blue.com', 'coffee.com']],
    ['one-shop,one-shop', ['one-shop.com']],
    ['one-shop,one-shop.com', ['one-shop.com']],
    ['bücher.com,xn--bcher-kva.com', ['bücher.com']],
    ['bücher, kaffee', ['bücher.com', 'kaffee.com']],
  ])('lists each name of "%s"', async (query, names) => {
    const { status, text } = await shops.shopper(client).get(`/?q=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    expect(exactNames(text)).toEqual(names);
    expect(new Set(namesIn(text)).size).toBe(namesIn(text).length);
  });

  it('reports names that are not valid, and lists the others', async () => {
    const { status, text } = await shops.shopper(client).get('/?q=my-good-shop,-bad-.com,x.example');
    expect(status).toBe(200);
    expect(exactNames(text)).toEqual(['my-good-shop.com']);
    expect(text).toMatch(/id="q-error">-bad-\.com: .*x\.example: /s);
  });

  it('lists at most 10 names', async () => {
    const query = Array.from({ length: 30 }, (_, index) => `shop-number-${index}`).join(',');
    const { text } = await shops.shopper(client).get(`/?q=${query}`);
    expect(exactNames(text)).toHaveLength(10);
    expect(text).toContain('The first 10 names are shown.');
  });

  it('is no error as the visitor types', async () => {
    const visitor = shops.shopper(client);
    expect((await visitor.get('/?q=-bad-')).status).toBe(422);
    const { status, text } = await visitor.get('/?q=-bad-', { 'X-Typed-Search': '1' });
    expect(status).toBe(200);
    expect(text).toContain('id="q-error"');
  });

  it('is in the usage log when it is submitted, and not as the visitor types', async () => {
    const visitor = shops.shopper(client);
    await visitor.get('/?q=my-half', { 'X-Typed-Search': '1' });
    await visitor.get('/?q=my-half-typed-shop');
    const logged = await eventually(async () => {
      const { body } = await shops.operator.get(tenantPath(client, '/requests?key=storefront'));
      const domains = body.data.requests.map(({ domain }: { domain: string | null }) => domain);
      expect(domains).toContain('my-half-typed-shop.com');
      return domains;
    });
    expect(logged).not.toContain('my-half.com');
  });

  it('shows developers the call that checks the names', async () => {
    const { text } = await (await shops.developer(client)).get('/?q=one-shop,two-shop');
    expect(text).toContain('POST /api/v1/sandbox/domains/check');
  });
});

it('shows the prices of the registry on each page', async () => {
  await shops.setRegistry(client, { price_percent: 200 });
  const visitor = shops.shopper(client);
  expect((await visitor.get('/')).text).toMatch(/\.com<\/strong><b>23\.98 USD<\/b>.*?renews at 29\.98 USD/);
  for (const path of ['/?q=my-price-shop.com', '/?q=x.net,my-price-shop.com', '/order?domain=my-price-shop.com'])
    expect((await visitor.get(path)).text).toContain('<b>23.98 USD</b> the first year, renews at 29.98 USD per year');
  const order = await visitor.order('my-price-shop.com', { years: '2' });
  expect((await visitor.get('/order?domain=my-price-shop.com')).text).toContain('2 years – 53.96 USD');
  expect((await visitor.get(order)).text).toContain('Pay 53.96 USD');
});

it('says on each page what kind of shop it is, who runs it, and that payments are simulated', async () => {
  const visitor = shops.shopper(client);
  const receipt = await visitor.buy('my-trusted-shop.com');
  for (const path of ['/', '/?q=my-shop', '/order?domain=my-shop.com', '/domains', receipt])
    expect((await visitor.get(path)).text).toMatch(
      /Demo shop.*test registry only.*Simulated payment.*no card.*Run by Acme Domains.*sandbox/s,
    );
});

describe('the basket', () => {
  const BASKET = /<a href="\/order\?domain=([^"]+)"[^>]*>Basket/;
  const basketOf = async (visitor: ReturnType<Shops['shopper']>) =>
    BASKET.exec((await visitor.get('/domains')).text)?.[1];

  it('has the name that was chosen last, until it is paid', async () => {
    const visitor = shops.shopper(client);
    expect(await basketOf(visitor)).toBeUndefined();
    for (const domain of ['my-first-shop.com', 'my-second-shop.com']) {
      const { text } = await visitor.get(`/order?domain=${domain.toUpperCase()}`);
      expect(BASKET.exec(text)?.[1]).toBe(domain);
      expect(await basketOf(visitor)).toBe(domain);
    }
    expect((await visitor.get('/order?domain=google.com')).status).toBe(409);
    await visitor.order('my-second-shop.com');
    expect(await basketOf(visitor)).toBe('my-second-shop.com');
    await visitor.get(await visitor.buy('my-second-shop.com'));
    expect(await basketOf(visitor)).toBeUndefined();
  });

  it('keeps a name that can be ordered again, when a receipt of an earlier order is shown', async () => {
    const visitor = shops.shopper(client);
    const receipt = await visitor.buy('my-sold-shop.com');
    await visitor.get(receipt);
    expect((await client.deleteRegistration('my-sold-shop.com')).status).toBe(200);
    await visitor.get('/order?domain=my-sold-shop.com');
    await visitor.get(receipt);
    expect(await basketOf(visitor)).toBe('my-sold-shop.com');
  });

  it('is emptied by its button, but not by another site', async () => {
    const visitor = shops.shopper(client);
    await visitor.get('/order?domain=my-removed-shop.com');
    expect((await visitor.post('/basket', {}, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await basketOf(visitor)).toBe('my-removed-shop.com');
    const { status, headers } = await visitor.post('/basket', {});
    expect([status, headers['location']]).toEqual([303, '/']);
    expect(await basketOf(visitor)).toBeUndefined();
  });

  it('is emptied when its name can no longer be ordered', async () => {
    const visitor = shops.shopper(client);
    visitor.cookies.set('nameyard_basket', 'google.com');
    expect((await visitor.get('/order?domain=google.com')).text).not.toMatch(BASKET);
    expect(await basketOf(visitor)).toBeUndefined();
  });

  it('ignores cookies with other texts', async () => {
    const visitor = shops.shopper(client);
    for (const value of ['%22%3E%3Cscript%3E', 'x%20y', 'a'.repeat(300), '']) {
      visitor.cookies.set('nameyard_basket', value);
      expect(await basketOf(visitor)).toBeUndefined();
    }
  });
});

it('loads the receipt again without JavaScript, until nothing will change', async () => {
  await shops.setRegistry(client, { registration_delay: 'P1D' });
  const visitor = shops.shopper(client);
  const refresh = '<noscript><meta http-equiv="refresh" content="30"/></noscript>';
  const receipt = await visitor.buy('my-pending-shop.com');
  expect((await visitor.get(receipt)).text).toContain(refresh);
  await client.raw({ path: `${REGISTRY}/decide`, body: { domain: 'my-pending-shop.com', outcome: 'failed' } });
  const { text } = await visitor.get(receipt);
  expect(text).toContain('my-pending-shop.com is not yours');
  expect(text).not.toContain('http-equiv');
});
