import type { Client } from '../support/client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const search = async (domain: string) => (await client.search({ domain })).body.data;

/** In cents, to compare without rounding errors. */
const cents = (amount: number) => Math.round(amount * 100);

describe('search for an available domain', () => {
  it('returns domain, status, TLD and list price', async () => {
    const { status, body } = await client.search({ domain: 'example.com' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      error: null,
      meta: { source: 'nameyard-sandbox', environment: 'sandbox' },
      data: {
        query: 'example.com',
        status: 'available',
        tld: 'com',
        price: { currency: 'USD', register: 11.99, renew: 14.99, transfer: 11.99 },
        suggestions: expect.any(Array),
        meta: { source: 'nameyard-sandbox', rule: 'default' },
      },
    });
  });

  it.each(['example', 'test', 'demo', 'sample'])('treats the documentation name %s as available', async label => {
    expect(await search(`${label}.org`)).toMatchObject({ status: 'available' });
  });

  it('uses the longest suffix of the catalogue as TLD', async () => {
    expect(await search('example.co.uk')).toMatchObject({ tld: 'co.uk', query: 'example.co.uk' });
    expect(await search('example.uk')).toMatchObject({ tld: 'uk' });
    expect(await search('co.com')).toMatchObject({ tld: 'com' });
  });

  it('ignores unknown fields', async () => {
    const response = await client.search({
      domain: 'example.com',
      status: 'taken',
      price: 1,
      __proto__x: {},
      meta: [],
    });
    expect(response.body).toEqual((await client.search({ domain: 'example.com' })).body);
  });

  it('returns identical responses for identical requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.search({ domain: 'garden-tools.shop' })),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});

describe('search with a domain in another spelling', () => {
  it.each([
    ['EXAMPLE.CoM', 'example.com', undefined],
    ['  example.com\t', 'example.com', undefined],
    ['example.com.', 'example.com', undefined],
    ['example。com', 'example.com', undefined],
    ['ＥＸＡＭＰＬＥ.com', 'example.com', undefined],
    ['bücher.de', 'xn--bcher-kva.de', 'bücher.de'],
    ['BÜCHER.DE.', 'xn--bcher-kva.de', 'bücher.de'],
    ['bu\u0308cher.de', 'xn--bcher-kva.de', 'bücher.de'],
    ['XN--bcher-KVA.de', 'xn--bcher-kva.de', 'bücher.de'],
    ['straße.de', 'xn--strae-oqa.de', 'straße.de'],
    ['例え.jp', 'xn--r8jz45g.jp', '例え.jp'],
  ])('normalizes %j to %s', async (given, query, unicode) => {
    const data = await search(given);
    expect(data.query).toBe(query);
    expect(data.unicode).toBe(unicode);
    expect('unicode' in data).toBe(unicode !== undefined);
  });
});

describe('search for a taken domain', () => {
  it.each(['google.com', 'facebook.co.uk', 'amazon.dev', 'taken.com', 'my-taken-shop.io', 'registered.net'])(
    'returns taken for %s with the list price',
    async domain => {
      const { status, price, tld } = await search(domain);
      const { price: list } = await search(`a-free-name.${tld}`);
      expect({ status, price }).toEqual({ status: 'taken', price: list });
    },
  );

  it('only matches whole words', async () => {
    expect(await search('mistaken.com')).toMatchObject({ status: 'available' });
    expect(await search('untaken-registeredly.com')).toMatchObject({ status: 'available' });
  });

  it('takes precedence over premium', async () => {
    expect(await search('premium-taken.com')).toMatchObject({ status: 'taken' });
  });
});

describe('search for a premium domain', () => {
  it.each(['premium.com', 'premium-garden.io', 'my-premium-shop.co.uk', 'a.com', 'ab.io', '7.dev'])(
    'prices %s at 10 to 100 times the list price',
    async domain => {
      const { status, price, tld } = await search(domain);
      const { price: list } = await search(`a-free-name.${tld}`);
      expect(status).toBe('premium');
      const factor = cents(price.register) / cents(list.register);
      expect(factor).toBeGreaterThanOrEqual(10);
      expect(factor).toBeLessThanOrEqual(100);
      expect(cents(price.renew)).toBe(factor * cents(list.renew));
      expect(cents(price.transfer)).toBe(factor * cents(list.transfer));
    },
  );

  it('derives the price from the label', async () => {
    const prices = await Promise.all(['premium-a', 'premium-b', 'premium-c', 'premium-d'].map(l => search(`${l}.com`)));
    expect(new Set(prices.map(({ price }) => price.register)).size).toBeGreaterThan(1);
  });
});

describe('search names the rule that decided', () => {
  it.each([
    ['example.com', 'available', 'default'],
    ['google.io', 'taken', 'reserved-name'],
    ['my-taken-shop.com', 'taken', 'word'],
    ['my-premium-shop.com', 'premium', 'word'],
    ['ab.com', 'premium', 'short-label'],
    ['üü.de', 'premium', 'short-label'],
  ])('%s is %s by the rule %s', async (domain, status, rule) => {
    expect(await search(domain)).toMatchObject({ status, meta: { rule } });
  });

  it('is registered once the tenant has registered the domain, also if it was premium', async () => {
    const [buyer, other] = [await sandbox.tenant(), await sandbox.tenant()];
    for (const domain of ['garden.com', 'premium-garden.com']) {
      await buyer.register(domain);
      const { data } = (await buyer.search({ domain })).body;
      expect(data).toMatchObject({ status: 'taken', meta: { rule: 'registered' } });
      expect((await other.search({ domain })).body.data.meta.rule).not.toBe('registered');
    }
  });
});

describe('search in another currency', () => {
  it.each(['EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'])('returns all prices in %s', async currency => {
    const buyer = await sandbox.tenant({ currency });
    const { data } = (await buyer.search({ domain: 'example.io' })).body;
    for (const { price } of [data, ...data.suggestions]) {
      expect(price.currency).toBe(currency);
      for (const amount of [price.register, price.renew, price.transfer]) {
        expect(amount).toBeGreaterThan(0);
        expect(String(amount)).toMatch(currency === 'JPY' ? /^\d+$/ : /^\d+(\.\d{1,2})?$/);
      }
    }
  });
});
