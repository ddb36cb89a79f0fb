import { ADA, type Client, ORDERS } from '../support/client.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant();
});
afterEach(() => sandbox.clock.reset());

const cents = (amount: number) => Math.round(amount * 100);

describe('POST /order', () => {
  it('returns id, domain, years, amount and time', async () => {
    sandbox.clock.set('2027-02-03T04:05:06.789Z');
    const { status, body } = await client.order({ domain: ' Example.COM. ', years: 3, owner: ADA });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      error: null,
      meta: { source: 'nameyard-sandbox', environment: 'sandbox' },
      data: {
        order_id: expect.stringMatching(/^ord_[0-9a-f]{32}$/),
        domain: 'example.com',
        kind: 'registration',
        status: 'created',
        years: 3,
        amount: { currency: 'USD', total: 41.97 },
        created_at: expect.stringMatching(/^2027-02-03T04:05:0\d\.\d{3}Z$/),
        meta: { source: 'nameyard-sandbox' },
      },
    });
  });

  it.each(['example.com', 'example.online', 'premium-shop.io', 'ab.co.uk', 'bücher.de'])(
    'charges the first year of %s plus renewals at the searched prices',
    async domain => {
      const { price } = (await client.search({ domain })).body.data;
      for (const years of [1, 2, 7, 10]) {
        const { amount } = (await client.order({ domain, years, owner: ADA })).body.data;
        expect(amount.currency).toBe(price.currency);
        expect(cents(amount.total)).toBe(cents(price.register) + (years - 1) * cents(price.renew));
        expect(String(amount.total)).toMatch(/^\d+(\.\d{1,2})?$/);
      }
    },
  );

  it.each(['EUR', 'JPY'])("charges in the tenant's currency %s", async currency => {
    const buyer = await sandbox.tenant({ currency });
    const { price } = (await buyer.search({ domain: 'example.com' })).body.data;
    const { amount } = (await buyer.order({ domain: 'example.com', years: 2, owner: ADA })).body.data;
    expect(amount.currency).toBe(currency);
    expect(cents(amount.total)).toBe(cents(price.register) + cents(price.renew));
  });

  it('generates ids that sort by creation time', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await client.orderOf(`sorted-${n}.com`));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(20);
  });

  it('accepts two orders for one domain and reserves nothing', async () => {
    const [first, second] = [await client.orderOf('twice.com'), await client.orderOf('twice.com')];
    expect(first).not.toBe(second);
    expect(await client.statusOf('twice.com')).toBe('available');
  });

  it('trims the owner, upper-cases the country and drops unknown fields', async () => {
    const owner = {
      first_name: ' Zoë ',
      last_name: '  van der Berg\t',
      email: ' zoe@example.org ',
      phone: '+31 (0)20 555-01.23',
      country: ' nl ',
      nickname: 'Z',
    };
    const { order_id } = (await client.order({ domain: 'owned.com', years: 1, owner })).body.data;
    const [row] = await sandbox.rows('SELECT owner FROM orders.orders WHERE id = $1', [order_id]);
    expect(row.owner).toEqual({
      first_name: 'Zoë',
      last_name: 'van der Berg',
      email: 'zoe@example.org',
      phone: '+31 (0)20 555-01.23',
      country: 'NL',
    });
  });

  const ownerOf = async (owner: object) => {
    const { status, body } = await client.order({ domain: 'phone.com', years: 1, owner: { ...ADA, ...owner } });
    expect(status).toBe(201);
    return (await client.getOrder(body.data.order_id)).body.data.owner;
  };

  it.each([
    '+12025550143',
    '+1 202 555 0143',
    '+1 (202) 555-0143',
    '+49.30.1234567',
    '+999999999999999',
    '+0000000',
    '+1 202\u2011555\u20110143',
    '+1\u00A0202\u2013555\u20130143',
    '\uFF0B81 3 1234 5678',
    '+44.1234567890x123',
    '+44 1234567890 ext. 123',
    '+81 3\u30FC1234\u30FC5678',
    '+1 [202] 555-0143',
  ])('accepts the phone number %s', async phone => {
    expect((await ownerOf({ phone })).phone).toBe(phone);
  });

  it('removes invisible characters around a copied phone number', async () => {
    for (const phone of ['\u202A+1 202 555 0143\u202C', '+1\uFE0D 202 555 0143'])
      expect((await ownerOf({ phone })).phone).toBe('+1 202 555 0143');
  });

  it.each(['', '  ', '\u00A0', null])('treats the optional text %j as absent', async text => {
    const owner = await ownerOf({ phone: text, country: text });
    expect(owner).toEqual(ADA);
  });

  it.each(['𠮷野@example.jp', 'jose\u0301@bücher.de', 'ada@xn--bcher-kva.de', '😀@example.com'])(
    'accepts the email address %s',
    async email => {
      expect((await ownerOf({ email })).email).toBe(email);
    },
  );

  it('accepts names of 1 to 100 characters in any script', async () => {
    for (const name of [
      'X',
      '李',
      '👩‍🚀',
      'می\u200Cخواهم',
      'é'.repeat(100),
      '😀'.repeat(100),
      "O'Neill-Smith & Sons, <b>",
    ]) {
      const owner = { ...ADA, first_name: name, last_name: name };
      expect((await client.order({ domain: 'names.com', years: 1, owner })).status).toBe(201);
    }
  });
});

describe('max_amount', () => {
  const orderFor = (total: number, changes: object = {}) =>
    client.order({ domain: 'example.com', years: 2, owner: ADA, max_amount: { currency: 'USD', total }, ...changes });

  it('accepts a price up to the amount', async () => {
    expect(outcomeOf(await orderFor(26.98))).toBe('201');
    expect(outcomeOf(await orderFor(1_000))).toBe('201');
    expect(outcomeOf(await orderFor(1_000, { max_amount: null }))).toBe('201');
  });

  it('accepts the sum of the prices in floating point, which can be less than the price', async () => {
    const { register, renew } = (await client.search({ domain: 'example.com' })).body.data.price;
    const sum = register + 6 * renew;
    expect(sum).toBeLessThan(101.93);
    const { body } = await orderFor(sum, { years: 7 });
    expect(body.data.amount).toEqual({ currency: 'USD', total: 101.93 });
  });

  it('refuses a higher price before the availability, and stores no order', async () => {
    const fresh = await sandbox.tenant();
    for (const domain of ['example.com', 'google.com']) {
      const max_amount = { currency: 'USD', total: 26.97 };
      const response = await fresh.order({ domain, years: 2, owner: ADA, max_amount });
      expect(outcomeOf(response)).toBe('422 PRICE_NOT_ACCEPTED');
      expect(response.body.error).toMatchObject({
        retryable: false,
        details: [
          { field: 'max_amount.total', message: expect.any(String), amount: { currency: 'USD', total: 26.98 } },
        ],
      });
    }
    expect((await fresh.get(ORDERS)).body.data.orders).toEqual([]);
  });

  it.each([
    [{ currency: 'EUR', total: 1_000 }, 'max_amount.currency'],
    [{ currency: 'XXX', total: 1_000 }, 'max_amount.currency'],
    [{ currency: 'USD', total: '26.98' }, 'max_amount.total'],
    [{ currency: 'USD', total: -1 }, 'max_amount.total'],
    [{ currency: 'USD' }, 'max_amount.total'],
    [26.98, 'max_amount'],
  ])('%j names %s', async (max_amount, field) => {
    const response = await orderFor(0, { max_amount });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual([field]);
  });

  it('limits a renewal, also before the registration is looked up', async () => {
    await client.register('limited.com');
    const renew = (domain: string, total: number) =>
      client.renew({ domain, years: 1, max_amount: { currency: 'USD', total } });
    expect(outcomeOf(await renew('limited.com', 14.99))).toBe('201');
    for (const domain of ['limited.com', 'unknown.com']) {
      const response = await renew(domain, 14.98);
      expect(outcomeOf(response)).toBe('422 PRICE_NOT_ACCEPTED');
      expect(response.body.error.details).toMatchObject([{ amount: { currency: 'USD', total: 14.99 } }]);
    }
  });
});

describe('the owner of an order', () => {
  const orderWith = (owner: object, domain = 'owner.com') =>
    client.order({ domain, years: 1, owner: { ...ADA, ...owner } });
  const ownerOf = async ({ body }: HttpResponse) => (await client.getOrder(body.data.order_id)).body.data.owner;

  it('has the address that was sent', async () => {
    const address = {
      organization: 'Analytical Engines',
      address1: '12 Queen Square',
      address2: 'Second floor',
      city: 'x'.repeat(255),
      state: '東京都',
      postal_code: 'WC1N 3AR',
    };
    const placed = await orderWith({ ...address, city: ` ${address.city} `, extra: {} });
    expect(await ownerOf(placed)).toEqual({ ...ADA, ...address, extra: {} });
    expect(await ownerOf(await orderWith({ city: null, state: '', extra: null }))).toEqual(ADA);
  });

  it.each(['organization', 'address1', 'address2', 'city', 'state', 'postal_code'])('has a valid %s', async field => {
    for (const value of [7, [], 'x'.repeat(256), 'a\u0000b']) {
      const response = await orderWith({ [field]: value });
      expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
      expect(fieldsOf(response)).toEqual([`owner.${field}`]);
    }
  });

  it('keeps the extra fields of its TLD and drops the others', async () => {
    const extra = { us_nexus: 'C11', us_purpose: null, ca_legal_type: 'nonsense', color: { is: 'red' } };
    expect((await ownerOf(await orderWith({ extra }, 'extra.us'))).extra).toEqual({ us_nexus: 'C11' });
    expect((await ownerOf(await orderWith({ extra }, 'extra.com'))).extra).toEqual({});
    const broken = await orderWith({ extra }, 'extra.ca');
    expect(outcomeOf(broken)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(broken)).toEqual(['owner.extra.ca_legal_type']);
  });

  it.each([
    ['a.us', { us_nexus: 'C13', us_purpose: 1 }, ['owner.extra.us_nexus', 'owner.extra.us_purpose']],
    ['a.eu', { eu_country_of_citizenship: 'CH' }, ['owner.extra.eu_country_of_citizenship']],
    ['a.us', 'C11', ['owner.extra']],
    ['a.us', ['C11'], ['owner.extra']],
  ])('under %s has valid extra fields: not %j', async (domain, extra, fields) => {
    const response = await orderWith({ extra }, domain);
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual(fields);
  });
});

describe('strict_prices', () => {
  it('requires max_amount for a premium price, in orders and renewals', async () => {
    const strict = await sandbox.tenant();
    await strict.register('my-premium-shop.com');
    const premium = { domain: 'premium-shop.com', years: 1, owner: ADA };
    const { price } = (await strict.search({ domain: premium.domain })).body.data;
    expect(outcomeOf(await strict.order(premium))).toBe('201');
    await strict.setRegistry({ strict_prices: true });
    const refused = await strict.order(premium);
    expect(outcomeOf(refused)).toBe('422 PRICE_NOT_ACCEPTED');
    expect(refused.body.error.details).toEqual([
      {
        field: 'max_amount',
        message: expect.any(String),
        amount: { currency: 'USD', total: price.register },
      },
    ]);
    const max_amount = { currency: 'USD', total: price.register };
    expect(outcomeOf(await strict.order({ ...premium, max_amount }))).toBe('201');
    expect(outcomeOf(await strict.renew({ domain: 'my-premium-shop.com', years: 1 }))).toBe('422 PRICE_NOT_ACCEPTED');
    expect(outcomeOf(await strict.order({ ...premium, domain: 'plain-shop.com' }))).toBe('201');
    expect(outcomeOf(await strict.order({ ...premium, domain: 'premium-taken.com' }))).toBe('409 DOMAIN_TAKEN');
  });
});

describe('price_percent', () => {
  it('multiplies the prices of searches, checks, TLDs and orders, and keeps those of earlier orders', async () => {
    const client = await sandbox.tenant();
    const before = (await client.search({ domain: 'price-shop.com' })).body.data.price;
    const { order_id } = (await client.order({ domain: 'price-shop.com', years: 1, owner: ADA })).body.data;
    await client.setRegistry({ price_percent: 250 });
    const price = (await client.search({ domain: 'price-shop.com' })).body.data.price;
    const percent = (amount: number) => Math.round(amount * 250) / 100;
    expect(price).toEqual({
      currency: 'USD',
      register: percent(before.register),
      renew: percent(before.renew),
      transfer: percent(before.transfer),
    });
    expect((await client.order({ domain: 'price-shop.com', years: 1, owner: ADA })).body.data.amount.total).toBe(
      price.register,
    );
    expect((await client.checkout({ order_id, payment: { method: 'test', reference: 'earlier price' } })).status).toBe(
      200,
    );
    expect((await client.renew({ domain: 'price-shop.com', years: 2 })).body.data.amount.total).toBe(2 * price.renew);
    const { tlds } = (await client.get('/api/v1/sandbox/tlds')).body.data;
    expect(tlds.find(({ tld }: { tld: string }) => tld === 'com').price).toEqual(price);
  });
});

describe('strict_owners', () => {
  let strict: Client;

  beforeAll(async () => {
    strict = await sandbox.tenant();
    await strict.setRegistry({ strict_owners: true });
  });

  it.each([
    ['a.com', {}, []],
    ['strict.us', {}, ['owner.extra.us_nexus', 'owner.extra.us_purpose']],
    ['strict.us', { extra: { us_nexus: 'C11', us_purpose: ' ' } }, ['owner.extra.us_purpose']],
    ['strict.us', { extra: { us_nexus: 'C11', us_purpose: 'P5' } }, []],
    ['strict.ca', { extra: { us_nexus: 'C11' } }, ['owner.extra.ca_legal_type']],
    ['strict.ca', { extra: { ca_legal_type: 'RES' } }, []],
    ['strict.eu', {}, ['owner.country']],
    ['strict.eu', { country: 'de' }, []],
    ['strict.eu', { country: 'no' }, []],
    ['strict.eu', { country: 'gb' }, ['owner.extra.eu_country_of_citizenship']],
    [
      'strict.eu',
      { country: 'gb', extra: { eu_country_of_citizenship: 'US' } },
      ['owner.extra.eu_country_of_citizenship'],
    ],
    ['strict.eu', { country: 'gb', extra: { eu_country_of_citizenship: 'LI' } }, []],
  ])('requires what the registry of %s requires: %j', async (domain, owner, fields) => {
    const response = await strict.order({ domain, years: 1, owner: { ...ADA, ...owner } });
    if (fields.length === 0) return expect(outcomeOf(response)).not.toBe('422 VALIDATION_FAILED');
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual(fields);
  });

  it('returns the first result of an idempotency key that was used before', async () => {
    const body = { domain: 'premium-replay.us', years: 1, owner: ADA };
    const buyer = await sandbox.tenant();
    const key = { 'X-Idempotency-Key': 'before-strict' };
    const first = await buyer.order(body, key);
    await buyer.setRegistry({ strict_owners: true, strict_prices: true });
    const again = await buyer.order(body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(outcomeOf(await buyer.order({ ...body, years: 2 }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(outcomeOf(await buyer.order(body))).toBe('422 VALIDATION_FAILED');
  });
});

describe('settings.privacy', () => {
  it('is refused where the registry does not support it', async () => {
    const order = { domain: 'private.us', years: 1, owner: ADA, settings: { privacy: true } };
    const response = await client.order(order);
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual(['settings.privacy']);
    expect(outcomeOf(await client.order({ ...order, settings: { privacy: false } }))).toBe('201');
    expect(outcomeOf(await client.order({ ...order, domain: 'private.ca' }))).toBe('201');
  });
});

describe('409 DOMAIN_TAKEN', () => {
  it.each([
    ['google.com', 'reserved-name'],
    ['shop-taken.io', 'word'],
    ['registered.co.uk', 'word'],
  ])('is returned for %s, which is taken in the catalogue by the rule %s', async (domain, rule) => {
    const response = await client.order({ domain, years: 1, owner: ADA });
    expect(outcomeOf(response)).toBe('409 DOMAIN_TAKEN');
    expect(response.body.error).toEqual({
      code: 'DOMAIN_TAKEN',
      message: expect.stringContaining(domain),
      retryable: false,
      docs: `${sandbox.origin}/docs/errors#DOMAIN_TAKEN`,
      details: [{ field: 'domain', message: expect.any(String), rule }],
    });
  });

  it('names the rule that the search names', async () => {
    await client.register('both.com');
    for (const domain of ['google.com', 'shop-taken.io', 'both.com']) {
      const { meta } = (await client.search({ domain })).body.data;
      const { error } = (await client.order({ domain, years: 1, owner: ADA })).body;
      expect(error.details[0].rule).toBe(meta.rule);
    }
  });

  it('is returned when the tenant has registered the domain, in any spelling', async () => {
    await client.register('bücher.com');
    for (const domain of ['bücher.com', 'BÜCHER.com.', 'xn--bcher-kva.com']) {
      const response = await client.order({ domain, years: 1, owner: ADA });
      expect(outcomeOf(response)).toBe('409 DOMAIN_TAKEN');
      expect(response.body.error.details).toMatchObject([{ field: 'domain', rule: 'registered' }]);
    }
  });

  it('stores no order', async () => {
    const fresh = await sandbox.tenant();
    await fresh.order({ domain: 'google.com', years: 1, owner: ADA }, { 'X-Idempotency-Key': 'none' });
    expect(await sandbox.rows('SELECT FROM orders.orders WHERE tenant_id = $1', [fresh.tenant.id])).toHaveLength(0);
  });
});
