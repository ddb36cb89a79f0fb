import { randomUUID } from 'node:crypto';
import {
  DomainTakenError,
  ERROR_CLASSES,
  Nameyard,
  OrderNotFoundError,
  UnsupportedTldError,
  ValidationFailedError,
  type NameyardOptions,
} from '../../libs/client/index.js';
import { ADA } from '../support/client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Nameyard;
let options: NameyardOptions;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  const { tenant, key } = await sandbox.tenant();
  options = { baseUrl: `${sandbox.origin}/api/v1`, tenant: tenant.slug, apiKey: key.value };
  client = new Nameyard(options);
});

const order = (domain: string, years = 1) => client.domains.order({ domain, years, owner: ADA });
const payment = () => ({ method: 'test' as const, reference: randomUUID() });

async function register(domain: string) {
  const { order_id } = await order(domain);
  return client.domains.checkout({ order_id, payment: payment() });
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('a purchase', () => {
  it('is searched, ordered, paid, renewed and read', async () => {
    expect(await client.domains.search('my-shop.com')).toMatchObject({ query: 'my-shop.com', status: 'available' });
    const ordered = await order('my-shop.com', 2);
    expect(ordered).toMatchObject({ domain: 'my-shop.com', years: 2, status: 'created' });
    const paid = await client.domains.checkout({ order_id: ordered.order_id, payment: payment() });
    expect(paid).toMatchObject({ status: 'paid', domain_status: 'registered' });
    const renewal = await client.domains.renew({ domain: 'my-shop.com', years: 1 });
    await client.domains.checkout({ order_id: renewal.order_id, payment: payment() });
    expect(await client.registrations.get('my-shop.com')).toMatchObject({ years: 3, status: 'registered' });
    expect(await client.orders.get(renewal.order_id)).toMatchObject({ kind: 'renewal', status: 'paid' });
  });

  it('has a request ID and a rate limit', async () => {
    const { data, requestId, rateLimit } = await client.domains.search('my-shop.com').withResponse();
    expect(data.status).toBe('available');
    expect(requestId).toMatch(/^req_/);
    expect(rateLimit).toMatchObject({ limit: 100_000, remaining: 99_999 });
    expect(rateLimit!.reset.getTime()).toBeGreaterThan(Date.now() - 1_000);
  });

  it('fails with the class of the error code', async () => {
    await expect(client.domains.search('shop.example')).rejects.toBeInstanceOf(UnsupportedTldError);
    await expect(order('google.com')).rejects.toMatchObject({
      constructor: DomainTakenError,
      status: 409,
      retryable: false,
      docs: `${sandbox.origin}/docs/errors#DOMAIN_TAKEN`,
      requestId: expect.stringMatching(/^req_/),
      details: [{ field: 'domain', rule: 'reserved-name' }],
    });
    await expect(order('my-shop.com', 11)).rejects.toMatchObject({
      constructor: ValidationFailedError,
      details: [{ field: 'years' }],
    });
    await expect(client.orders.get('ord_1')).rejects.toBeInstanceOf(OrderNotFoundError);
  });
});

describe('lists', () => {
  it('iterate over all pages', async () => {
    const domains = ['a-1.com', 'a-2.com', 'a-3.com', 'b-1.com', 'a-4.com'];
    for (const domain of domains) await register(domain);
    const newestFirst = domains.toReversed();
    const domainsOf = (items: { domain: string }[]) => items.map(({ domain }) => domain);
    expect(domainsOf(await all(client.orders.list({ limit: 2 })))).toEqual(newestFirst);
    expect(domainsOf(await all(client.registrations.list({ limit: 2 })))).toEqual(newestFirst);
    expect(domainsOf(await all(client.orders.list({ limit: 3, domain: 'a-' })))).toEqual(
      newestFirst.filter(domain => domain.startsWith('a-')),
    );
    const pages = await all(client.orders.list({ limit: 2 }).pages());
    expect(pages.map(({ orders }) => orders.length)).toEqual([2, 2, 1]);
    const after = pages[0]!.next!;
    expect(domainsOf(await all(client.orders.list({ after, limit: 200 })))).toEqual(newestFirst.slice(2));
  });

  it('load a page only when it is needed', async () => {
    for (const domain of ['a-1.com', 'a-2.com', 'a-3.com']) await order(domain);
    for await (const { domain } of client.orders.list({ limit: 1 })) if (domain === 'a-2.com') break;
    const requests = await all(client.control.journal.requests({ limit: 2 }));
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });
});

describe('control', () => {
  it('creates, uses and ends a world', async () => {
    const { tenant, key } = await client.control.worlds.create({ name: 'renewal test' });
    const world = new Nameyard({ ...options, tenant, apiKey: key });
    expect(await world.control.clock.set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' })).toMatchObject({
      mode: 'frozen',
    });
    const { order_id } = await world.domains.order({ domain: 'my-shop.com', years: 1, owner: ADA });
    await world.domains.checkout({ order_id, payment: payment() });
    const { happened } = await world.control.clock.advance({ by: 'P1Y' });
    expect(happened.map(({ type }) => type)).toEqual(['domain.expiring', 'domain.expired']);
    expect(await world.control.clock.get()).toMatchObject({ now: '2031-01-01T00:00:00.000Z' });
    const snapshot = await world.control.world.get();
    await world.control.world.reset();
    expect(await all(world.registrations.list())).toEqual([]);
    await world.control.world.put(snapshot);
    expect(await all(world.registrations.list())).toHaveLength(1);
    await client.control.worlds.end(tenant);
    expect((await client.control.worlds.list()).worlds).toEqual([]);
  });

  it('adds, lists and removes fault rules', async () => {
    const first = await client.control.faults.add({ match: { operation: 'search' }, fault: { kind: 'reset' } });
    await client.control.faults.add({ match: { operation: 'order' }, fault: { kind: 'reset' } });
    expect((await client.control.faults.list()).faults).toHaveLength(2);
    await client.control.faults.remove(first.id);
    await client.control.faults.clear();
    expect((await client.control.faults.list()).faults).toEqual([]);
  });

  it('verifies requests', async () => {
    await client.domains.search('my-shop.com');
    const expected = { request: { operation: 'search', domain: 'my-shop.com' }, times: 1 } as const;
    expect(await client.control.journal.verify(expected)).toMatchObject({ satisfied: true, count: 1 });
  });

  it('follows events', async () => {
    const { next } = await client.events.list({ wait: 0 });
    await register('my-shop.com');
    const { events } = await client.events.list({ after: next });
    expect(events).toMatchObject([{ type: 'domain.registered', data: { domain: 'my-shop.com' } }]);
  });
});

describe('/docs/client', () => {
  it('lists the class of each error code', async () => {
    const { status, text } = await sandbox.call({ method: 'GET', path: '/docs/client' });
    expect(status).toBe(200);
    for (const [code, { kind }] of Object.entries(ERROR_CLASSES))
      expect(text).toMatch(
        new RegExp(`errors#${code}"><code>${code}</code></a></td>\\s*<td>\\d+</td>\\s*<td><code>${kind}<`),
      );
  });
});
