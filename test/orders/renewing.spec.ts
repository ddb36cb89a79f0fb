import { ADA, type Client, UNDECIDED } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

describe('POST /renew', () => {
  it('places an order with the owner of the registration', async () => {
    const owner = { ...ADA, phone: '+44 20 7946 0958' };
    await client.pay((await client.order({ domain: 'example.com', years: 1, owner })).body.data.order_id);
    const { status, body } = await client.renew({ domain: ' Example.COM. ', years: 3 });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      order_id: expect.stringMatching(/^ord_[0-9a-f]{32}$/),
      domain: 'example.com',
      kind: 'renewal',
      status: 'created',
      years: 3,
      amount: { currency: 'USD', total: 44.97 },
      created_at: expect.any(String),
      meta: { source: 'nameyard-sandbox' },
    });
    const { data } = (await client.getOrder(body.data.order_id)).body;
    expect(data).toEqual({ ...body.data, owner, paid_at: null, ...UNDECIDED });
  });

  it.each(['premium-shop.io', 'ab.co.uk', 'bücher.de'])('charges the renewal price of %s per year', async domain => {
    const { price } = (await client.search({ domain })).body.data;
    await client.register(domain);
    for (const years of [1, 2, 9]) {
      const { amount } = (await client.renew({ domain, years })).body.data;
      expect(amount.currency).toBe(price.currency);
      expect(Math.round(amount.total * 100)).toBe(Math.round(price.renew * 100) * years);
    }
  });

  it('changes nothing until checkout', async () => {
    const { expires_at } = (await client.register('example.com')).body.data;
    await client.renewalOf('example.com', 2);
    expect((await client.getRegistration('example.com')).body.data).toMatchObject({ expires_at, years: 1 });
  });

  it('returns the first response for a repeated idempotency key, also after the registration was removed', async () => {
    await client.register('example.com');
    const key = { 'X-Idempotency-Key': 'renew' };
    const first = await client.renew({ domain: 'example.com', years: 1 }, key);
    await sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
    const again = await client.renew({ domain: 'example.com', years: 1 }, key);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(outcomeOf(await client.renew({ domain: 'example.com', years: 2 }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });
});

describe('a refused renewal', () => {
  it('gets 404 REGISTRATION_NOT_FOUND for domains that the tenant does not hold', async () => {
    await (await sandbox.tenant()).register('theirs.com');
    await client.orderOf('ordered.com');
    for (const domain of ['theirs.com', 'ordered.com', 'google.com'])
      expect(outcomeOf(await client.renew({ domain, years: 1 }))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it('gets 422 TERM_TOO_LONG with the field years if the term would end more than 10 years from now', async () => {
    await client.register('example.com', 2);
    const response = await client.renew({ domain: 'example.com', years: 9 });
    expect(outcomeOf(response)).toBe('422 TERM_TOO_LONG');
    expect(fieldsOf(response)).toEqual(['years']);
    expect((await client.renew({ domain: 'example.com', years: 8 })).status).toBe(201);
    sandbox.clock.advance({ days: 366 });
    expect((await client.renew({ domain: 'example.com', years: 9 })).status).toBe(201);
  });

  it('gets 422 for invalid fields', async () => {
    expect(fieldsOf(await client.renew({}))).toEqual(['domain', 'years']);
    for (const years of [0, 11, 1.5, '1', null])
      expect(fieldsOf(await client.renew({ domain: 'example.com', years }))).toEqual(['years']);
    expect(outcomeOf(await client.renew({ domain: 'www.example.com', years: 1 }))).toBe('422 INVALID_DOMAIN');
    expect(outcomeOf(await client.renew({ domain: 'shop.example', years: 1 }))).toBe('422 unsupported_tld');
  });
});
