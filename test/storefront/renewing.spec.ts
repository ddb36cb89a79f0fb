import type { Client } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';
import type { Shopper } from '../support/shopper.js';
import { Shops } from './shops.js';

let shops: Shops;
let client: Client;
let visitor: Shopper;

beforeAll(async () => void (shops = await Shops.start()));
beforeEach(async () => {
  client = await shops.open();
  visitor = shops.shopper(client);
});
afterEach(() => shops.sandbox.clock.reset());

const DOMAIN = 'my-shop.com';
const FORM = `/renew?domain=${DOMAIN}`;

/** Opens the form, orders the renewal, and returns the path of the order. */
async function orderRenewal(years = '1', shopper = visitor): Promise<string> {
  await shopper.get(FORM);
  const { status, text, headers } = await shopper.post('/renew', { domain: DOMAIN, years });
  if (status !== 303) throw new Error(`The renewal could not be ordered: ${status} ${text}`);
  return String(headers['location']);
}

/** Pays for an order, and returns the path of its receipt. */
async function pay(order: string): Promise<string> {
  await visitor.get(order);
  return String((await visitor.post(order, { outcome: 'succeeds' })).headers['location']);
}

const registration = async () => (await client.getRegistration(DOMAIN)).body.data;
const longDate = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

describe('a renewal on the storefront', () => {
  it('leads from the domains through years and payment to the receipt', async () => {
    await visitor.buy(DOMAIN);
    const before = await registration();
    expect((await visitor.get('/domains')).text).toContain(`href="${FORM}"`);
    const form = await visitor.get(FORM);
    expect(form.status).toBe(200);
    expect(form.text).toContain(`Registered until ${longDate(before.expires_at)}.`);
    expect(form.text.match(/<option/g)).toHaveLength(9);
    expect(form.text).toContain('2 years – 29.98 USD');

    const order = await orderRenewal('2');
    const payment = await visitor.get(order);
    expect(payment.text).toContain(`Pay for the renewal of ${DOMAIN}`);
    expect(payment.text).toContain('<dt>Renewed for</dt><dd>2 years</dd>');
    expect(payment.text).toContain('Ada Lovelace');
    expect(payment.text).toContain('Pay 29.98 USD');
    expect(payment.text).not.toMatch(/Registered for|becomes yours/);

    const { status, text } = await visitor.get(await pay(order));
    const after = await registration();
    expect(after).toMatchObject({ years: 3, order_id: before.order_id });
    expect(status).toBe(200);
    expect(text).toContain(`${DOMAIN} is renewed`);
    expect(text).toContain(`registered until ${longDate(after.expires_at)}.`);
    expect(text).toContain('<b>Renewed</b>');
    expect(text).not.toMatch(/is yours|<b>Registered<\/b>|Registered for/);
    expect((await visitor.get('/domains')).text).toContain(longDate(after.expires_at));
  });

  it('places one order when the form is sent twice', async () => {
    await visitor.buy(DOMAIN);
    await visitor.get(FORM);
    const form = { domain: DOMAIN, years: '1' };
    const responses = await Promise.all([visitor.post('/renew', form), visitor.post('/renew', form)]);
    const [first, second] = responses.map(({ headers }) => headers['location']);
    expect(first).toMatch(/^\/orders\/ord_/);
    expect(second).toBe(first);
  });

  it('is an order with the channel storefront', async () => {
    await visitor.buy(DOMAIN);
    await pay(await orderRenewal());
    const { body } = await shops.operator.get(tenantPath(client, '/orders'));
    expect(body.data.orders[0]).toMatchObject({ kind: 'renewal', channel: 'storefront', status: 'paid' });
  });

  it('works for an expired domain', async () => {
    await visitor.buy(DOMAIN);
    shops.sandbox.clock.advance({ days: 366 });
    expect((await visitor.get('/domains')).text).toContain('Expired');
    expect((await visitor.get(FORM)).text).toContain('Expired on');
    await pay(await orderRenewal());
    expect((await visitor.get('/domains')).text).not.toContain('Expired');
  });
});

describe('a renewal that is refused', () => {
  it.each(['0', '10', '99', '', 'two'])('gets 422 for "%s" years, and the form again', async years => {
    await visitor.buy(DOMAIN);
    await visitor.get(FORM);
    const { status, text } = await visitor.post('/renew', { domain: DOMAIN, years });
    expect(status).toBe(422);
    expect(text).toContain('Choose at most 9 years.');
    expect(text).not.toContain('must be');
    expect(await shops.effects(client)).toEqual({ orders: 1, payments: 1 });
  });

  it('explains that a domain can be registered for at most 10 years', async () => {
    await visitor.buy(DOMAIN);
    await pay(await orderRenewal('9'));
    const { status, text } = await visitor.get(FORM);
    expect(status).toBe(200);
    expect(text).toContain('at most 10 years from now');
    expect(text).not.toContain('<select');
  });

  it('gets 422 at the payment when another renewal was paid first', async () => {
    await visitor.buy(DOMAIN);
    const [first, second] = [await orderRenewal('5'), await orderRenewal('6')];
    await pay(first);
    await visitor.get(second);
    const { status, text } = await visitor.post(second, { outcome: 'succeeds' });
    expect(status).toBe(422);
    expect(text).toContain('for more than 10 years from now. Nothing was charged.');
    expect((await registration()).years).toBe(6);
  });

  it('gets 409 at the payment when the registration was released', async () => {
    await visitor.buy(DOMAIN);
    const order = await orderRenewal();
    await shops.sandbox.rows('DELETE FROM domains.registrations WHERE tenant_id = $1', [client.tenant.id]);
    await visitor.get(order);
    const { status, text } = await visitor.post(order, { outcome: 'succeeds' });
    expect([status, text.includes('no longer exists. Nothing was charged.')]).toEqual([409, true]);
    expect((await visitor.get(FORM)).status).toBe(404);
  });

  it('gets 403 without the token of the form, and from another site', async () => {
    await visitor.buy(DOMAIN);
    await visitor.get(FORM);
    const form = { domain: DOMAIN, years: '1' };
    expect((await visitor.post('/renew', { ...form, token: '' })).status).toBe(403);
    expect((await visitor.post('/renew', form, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await shops.effects(client)).toEqual({ orders: 1, payments: 1 });
  });
});

describe('the domain of another visitor', () => {
  it('cannot be renewed', async () => {
    await visitor.buy(DOMAIN);
    const other = shops.shopper(client);
    await other.get('/order?domain=another-shop.com');
    expect((await other.get(FORM)).status).toBe(404);
    expect((await other.post('/renew', { domain: DOMAIN, years: '1' })).status).toBe(404);
    expect(await shops.effects(client)).toEqual({ orders: 1, payments: 1 });
  });

  it('can be renewed by developers, who see the API call', async () => {
    await visitor.buy(DOMAIN);
    const developer = await shops.developer(client);
    const form = await developer.get(FORM);
    expect(form.text).toContain('POST /api/v1/sandbox/domains/renew');
    const order = await orderRenewal('1', developer);
    const { text } = await developer.get(order);
    expect(text).toContain('POST /api/v1/sandbox/domains/renew');
    expect(text).not.toContain('POST /api/v1/sandbox/domains/order');
  });
});

describe('the receipt of a registration', () => {
  it('shows the term of the order, also after a renewal', async () => {
    const developer = await shops.developer(client);
    const receipt = await developer.buy(DOMAIN);
    const before = await registration();
    await client.pay(await client.renewalOf(DOMAIN, 3));
    const { text } = await developer.get(receipt);
    expect(text).toContain(`registered until ${longDate(before.expires_at)}.`);
    const [, checkout] = /&quot;domain_status&quot;([^}]*)/.exec(text)!;
    expect(checkout).toContain(before.expires_at);
    expect(text).not.toContain((await registration()).expires_at);
  });

  it('shows the event of the payment, and no later events about the registration', async () => {
    const developer = await shops.developer(client);
    const receipt = await developer.buy(DOMAIN);
    await shops.sandbox.rows(
      `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
       SELECT epoch, 'evt_later', 'domain.expiring', tenant_id, key, occurred_at, now(), context, body
       FROM platform.events WHERE tenant_id = $1`,
      [client.tenant.id],
    );
    const { text } = await developer.get(receipt);
    expect(text).toContain('domain.registered');
    expect(text).not.toContain('evt_later');
  });
});
