import { ADA, type Client } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
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
  ])('accepts the phone number %s', async phone => {
    expect((await ownerOf({ phone })).phone).toBe(phone);
  });

  it('removes invisible characters around a copied phone number', async () => {
    expect((await ownerOf({ phone: '\u202A+1 202 555 0143\u202C' })).phone).toBe('+1 202 555 0143');
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
