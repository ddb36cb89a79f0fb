import { type Client, TLDS } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
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
    ['  EXAMPLE.CoM.\t', 'example.com', undefined],
    ['BÜCHER.DE', 'xn--bcher-kva.de', 'bücher.de'],
  ])('normalizes %j to %s', async (given, query, unicode) => {
    const data = await search(given);
    expect(data.query).toBe(query);
    expect(data.unicode).toBe(unicode);
    expect('unicode' in data).toBe(unicode !== undefined);
  });
});

it('search for a taken domain returns the list price', async () => {
  const { price: list } = await search('a-free-name.io');
  expect(await search('my-taken-shop.io')).toMatchObject({ status: 'taken', price: list });
});

it('search for a premium domain returns prices at 10 to 100 times the list price', async () => {
  const { status, price } = await search('my-premium-shop.co.uk');
  const { price: list } = await search('a-free-name.co.uk');
  expect(status).toBe('premium');
  const factor = cents(price.register) / cents(list.register);
  expect(factor).toBeGreaterThanOrEqual(10);
  expect(factor).toBeLessThanOrEqual(100);
  expect(cents(price.renew)).toBe(factor * cents(list.renew));
  expect(cents(price.transfer)).toBe(factor * cents(list.transfer));
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
  it.each(['EUR', 'JPY'])('returns all prices in %s', async currency => {
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

describe('check of several domains', () => {
  const check = async (...domains: string[]) => (await client.check({ domains })).body.data.results;

  it('returns what searches return, one result per entry, in order', async () => {
    await client.register('checked.com');
    const domains = [
      'bücher.de',
      'google.io',
      'checked.com',
      'my-taken-shop.com',
      'ab.com',
      'CHECKED.com.',
      'example.us',
    ];
    const { status, body } = await client.check({ domains });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['results', 'meta']);
    const searches = await Promise.all(domains.map(search));
    expect(body.data.results).toEqual(
      searches.map(({ query, status, tld, price, meta }) => ({
        domain: query,
        status,
        tld,
        price,
        rule: meta.rule,
        error: null,
      })),
    );
  });

  it('explains entries that are not domains of the catalogue, and checks the others', async () => {
    const bad = ['-example.com', 'example.zzz', '', 'a\u0000b', 'x'.repeat(1_001)];
    const results = await check('example.com', ...bad, 'example.com');
    expect(results).toHaveLength(7);
    expect(results[0]).toMatchObject({ domain: 'example.com', status: 'available', error: null });
    expect(results[6]).toEqual(results[0]);
    for (const [index, domain] of bad.entries()) {
      const { error } = (await client.search({ domain })).body;
      const { code, message } = error;
      const nothing = { status: null, tld: null, price: null, rule: null };
      expect(results[index + 1]).toEqual({ domain, ...nothing, error: { code, message } });
    }
  });

  it('names the rule pending while the registry has not decided', async () => {
    const buyer = await sandbox.tenant();
    await buyer.freeze('2030-01-01T00:00:00Z');
    await buyer.register('held-shop.com');
    const order_id = await buyer.orderOf('pending-shop.com');
    const payment = { method: 'test', reference: 'pending' };
    expect((await buyer.checkout({ order_id, payment })).status).toBe(202);
    const { results } = (await buyer.check({ domains: ['held-shop.com', 'pending-shop.com', 'pending.io'] })).body.data;
    expect(results.map(({ status, rule }: Record<string, string>) => [status, rule])).toEqual([
      ['taken', 'registered'],
      ['taken', 'pending'],
      ['available', 'default'],
    ]);
  });

  it('counts as one request', async () => {
    const names = Array.from({ length: 50 }, (_, n) => `name-${n}.com`);
    const buyer = await sandbox.tenant({ limit: 2 });
    expect(outcomeOf(await buyer.check({ domains: names }))).toBe('200');
    const { body, headers } = await buyer.check({ domains: names });
    expect(body.data.results.map(({ domain }: { domain: string }) => domain)).toEqual(names);
    expect(headers['x-ratelimit-remaining']).toBe('0');
    expect(outcomeOf(await buyer.check({ domains: names }))).toBe('429 RATE_LIMITED');
  });

  it.each([
    [undefined, ['domains']],
    ['example.com', ['domains']],
    [{ 0: 'example.com' }, ['domains']],
    [[], ['domains']],
    [Array.from({ length: 51 }, () => 'example.com'), ['domains']],
    [['a.com', 'b.com', 'c.com', 7], ['domains.3']],
    [
      [null, 'a.com', ['b.com']],
      ['domains.0', 'domains.2'],
    ],
  ])('refuses %j', async (domains, fields) => {
    const response = await client.check({ domains });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual(fields);
  });
});

describe('list of TLDs', () => {
  it('has the prices of a search, in the currency of the tenant and in the order of the catalogue', async () => {
    const buyer = await sandbox.tenant({ currency: 'EUR' });
    const { tlds } = (await buyer.get(TLDS)).body.data;
    expect(tlds.length).toBeGreaterThanOrEqual(60);
    expect(tlds[0]).toEqual({
      tld: 'com',
      price: (await buyer.search({ domain: 'example.com' })).body.data.price,
      years: { min: 1, max: 10 },
      required_owner_fields: ['first_name', 'last_name', 'email'],
      features: ['auto_renew', 'lock', 'privacy', 'transfer'],
    });
  });

  it.each([
    ['us', ['extra.us_nexus', 'extra.us_purpose'], ['auto_renew', 'lock', 'transfer']],
    ['ca', ['extra.ca_legal_type'], ['auto_renew', 'lock', 'privacy', 'transfer']],
    ['eu', ['country'], ['auto_renew', 'lock', 'privacy', 'transfer']],
  ])('says what the registry of %s requires and supports', async (tld, required, features) => {
    const { tlds } = (await client.get(TLDS)).body.data;
    expect(tlds.find((row: { tld: string }) => row.tld === tld)).toMatchObject({
      required_owner_fields: ['first_name', 'last_name', 'email', ...required],
      features,
    });
  });
});
