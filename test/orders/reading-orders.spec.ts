import { ADA, type Client, ORDERS, UNDECIDED } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

describe('GET /orders/{order_id}', () => {
  it('returns an open order with its kind and owner', async () => {
    const owner = { ...ADA, phone: '+44 20 7946 0958', country: 'GB' };
    const { data } = (await client.order({ domain: 'example.com', years: 3, owner })).body;
    const { status, body } = await client.getOrder(data.order_id);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...data, owner, paid_at: null, ...UNDECIDED });
  });

  it('returns the time of the payment of a paid order', async () => {
    const id = await client.orderOf('example.com');
    sandbox.clock.set('2027-05-06T07:08:09Z');
    const { registered_at } = (await client.pay(id)).body.data;
    expect((await client.getOrder(id)).body.data).toMatchObject({ status: 'paid', paid_at: registered_at });
  });

  it.each([`ord_${'0'.repeat(32)}`, 'ord_', 'x', '..%2f', "' OR 1=1 --", '😀', 'y'.repeat(256)])(
    'returns 404 ORDER_NOT_FOUND for %j',
    async id => {
      expect(outcomeOf(await client.getOrder(id))).toBe('404 ORDER_NOT_FOUND');
    },
  );

  it('has the same error for orders of other tenants and unknown orders', async () => {
    const theirs = await (await sandbox.tenant()).orderOf('example.com');
    const [foreign, unknown] = [await client.getOrder(theirs), await client.getOrder('ord_unknown')];
    expect(outcomeOf(foreign)).toBe('404 ORDER_NOT_FOUND');
    expect(foreign.text).toBe(unknown.text);
  });
});

describe('GET /orders', () => {
  const list = async (query?: Record<string, string | number>) => {
    const { status, body } = await client.get(ORDERS, query);
    expect(status).toBe(200);
    return body.data;
  };
  const domains = async (query?: Record<string, string | number>) =>
    (await list(query)).orders.map(({ domain }: { domain: string }) => domain);

  it('returns the orders of the tenant only, newest first, as GET /orders/{order_id} does', async () => {
    await (await sandbox.tenant()).orderOf('theirs.com');
    const ids = [await client.orderOf('one.com'), await client.orderOf('two.com')];
    await client.pay(ids[0]!);
    const { orders, ...page } = await list();
    expect(page).toEqual({ next: null, meta: { source: 'nameyard-sandbox' } });
    const single = await Promise.all(ids.toReversed().map(id => client.getOrder(id)));
    expect(single.map(({ body }) => body.data)).toEqual(orders.map((each: object) => expect.objectContaining(each)));
  });

  it('is paginated', async () => {
    for (const name of ['one', 'two', 'three']) await client.orderOf(`${name}.com`);
    const first = await list({ limit: 2 });
    expect(first.orders.map(({ domain }: { domain: string }) => domain)).toEqual(['three.com', 'two.com']);
    const last = await list({ limit: 2, after: first.next });
    expect(last).toMatchObject({ orders: [{ domain: 'one.com' }], next: null });
  });

  it('returns at most 50 orders without limit', async () => {
    for (let n = 0; n < 51; n++) await client.orderOf(`name-${n}.com`);
    const { orders, next } = await list();
    expect(orders).toHaveLength(50);
    expect((await list({ after: next })).orders).toHaveLength(1);
  });

  it('filters by a part of the name or the email address of the registrant', async () => {
    const grace = { ...ADA, first_name: 'Grace', last_name: 'Höpper', email: 'Grace.H@example.org' };
    await client.order({ domain: 'ship.com', years: 1, owner: grace });
    await client.orderOf('engine.com');
    for (const owner of ['grace.h@example.org', 'Grace', 'grace höpper', 'HÖPPER', ' @example.org '])
      expect(await domains({ owner })).toEqual(['ship.com']);
    expect(await domains({ owner: 'e' })).toEqual(['engine.com', 'ship.com']);
    for (const owner of ['%', 'grace_h', 'first_name']) expect(await domains({ owner })).toEqual([]);
    expect(await domains({ owner: 'grace', domain: 'engine' })).toEqual([]);
  });

  it('filters by status and the start of the domain', async () => {
    await client.register('paid-shop.com');
    await client.orderOf('open-shop.com');
    await client.orderOf('bücher.com');
    expect(await domains({ status: 'paid' })).toEqual(['paid-shop.com']);
    expect(await domains({ status: 'created' })).toEqual(['xn--bcher-kva.com', 'open-shop.com']);
    expect(await domains({ status: 'created', domain: 'Open' })).toEqual(['open-shop.com']);
    for (const domain of ['bücher.com', 'BÜCHER.com.', 'bu\u0308cher。com', 'XN--BCHER-KVA.com.', ' bücher\uFF0Ecom '])
      expect(await domains({ domain })).toEqual(['xn--bcher-kva.com']);
    for (const domain of ['open-shop.com.', 'ＯＰＥＮ-shop.com', 'open-shop.'])
      expect(await domains({ domain })).toEqual(['open-shop.com']);
    await client.orderOf('123.com');
    expect(await domains({ domain: '123' })).toEqual(['123.com']);
    expect(await domains({ status: 'paid', domain: 'open' })).toEqual([]);
  });

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '1.5'],
    ['status', 'open'],
    ['after', 'a\u0000'],
    ['after', 'x'],
    ['after', '1763708400000_example.com'],
    ['domain', 'x'.repeat(256)],
  ])('returns 422 for %s=%j', async (field, value) => {
    const response = await client.get(ORDERS, { [field]: value });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual([field]);
  });
});
