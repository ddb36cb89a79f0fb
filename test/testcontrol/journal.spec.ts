import { HeldRequests } from '../../libs/testcontrol/held-requests.js';
import { ADA, type Client, FAULTS, ORDERS, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { bytesOf, send, withFault } from '../support/faults.js';
import { JOURNAL, journalOf, journalPageOf } from '../support/journal.js';
import { concurrently, fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { exchange } from '../support/socket.js';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
});
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const search = (domain: string, headers: Record<string, string> = {}, of = client) => of.search({ domain }, headers);
const order = (domain: string, headers: Record<string, string> = {}) =>
  client.order({ domain, years: 1, owner: ADA }, headers);
const domainsOf = (requests: Record<string, unknown>[]) => requests.map(({ domain }) => domain);

/** Sends a search over a connection of its own, which a fault closes. */
const searchInVain = (domain: string, fault: string) =>
  exchange(sandbox.origin, bytesOf(client, SEARCH, { domain }, withFault(fault)));

/** Sends a search that a fault holds, and disconnects. */
async function abandonSearch(domain: string): Promise<void> {
  const held = () => sandbox.app.get(HeldRequests, { strict: false }).countOf(client.tenant.id);
  const socket = send(sandbox.origin, bytesOf(client, SEARCH, { domain }, withFault('hang')));
  await eventually(() => expect(held()).toBe(1));
  socket.destroy();
  await eventually(() => expect(held()).toBe(0));
}

describe('the journal', () => {
  it('shows each request with its outcome, oldest first', async () => {
    const searched = await search('shop.com', { 'X-Request-Id': 'my-search' });
    const { body } = await order('shop.com');
    const id = body.data.order_id as string;
    await order('google.com');
    await client.pay(id);
    await client.getOrder(id);
    await client.raw({ path: SEARCH, body: {} });
    const requests = await journalOf(client);
    expect(requests).toMatchObject([
      { request_id: 'my-search', operation: 'search', status: 200, code: null, domain: 'shop.com', order_id: null },
      { operation: 'order', status: 201, code: null, domain: 'shop.com', order_id: id },
      { operation: 'order', status: 409, code: 'DOMAIN_TAKEN', domain: 'google.com', order_id: null },
      { operation: 'checkout', status: 200, domain: 'shop.com', order_id: id, faulted: null },
      { operation: null, method: 'GET', path: '/api/v1/sandbox/orders/:order_id', status: 200, order_id: id },
      { operation: 'search', method: 'POST', path: SEARCH, status: 422, code: 'VALIDATION_FAILED', domain: null },
    ]);
    expect(searched.headers['x-request-id']).toBe('my-search');
    for (const { at, duration_ms } of requests) {
      expect(Math.abs(Date.now() - Date.parse(at as string))).toBeLessThan(60_000);
      expect(duration_ms).toBeGreaterThan(0);
    }
  });

  it('has all requests that any process answered before the call', async () => {
    const processes = [client, peer.clientOf(client)];
    for (let n = 0; n < 50; n++) {
      await search(`shop-${n}.com`, {}, processes[n % 2]);
      const seen = await journalOf(processes[(n + 1) % 2]!, { limit: 200 });
      expect(seen).toHaveLength(n + 1);
      expect(seen.at(-1)).toMatchObject({ domain: `shop-${n}.com` });
    }
  });

  it('has no request that controls the sandbox, and none of live keys', async () => {
    await client.getClock();
    await journalOf(client);
    await client.raw({ path: FAULTS, body: {} });
    const live = await sandbox.key(client.tenant, { scope: 'live' });
    await live.raw({ path: SEARCH.replace('/sandbox/', '/registrar/'), body: { domain: 'shop.com' } });
    expect(await journalOf(client)).toEqual([]);
  });

  it('has the requests of all keys of the tenant, and of no other tenant', async () => {
    const [key, other] = [await sandbox.key(client.tenant), await sandbox.tenant()];
    await search('one.com');
    await search('two.com', {}, key);
    await search('three.com', {}, other);
    expect(domainsOf(await journalOf(client))).toEqual(['one.com', 'two.com']);
    expect(domainsOf(await journalOf(other))).toEqual(['three.com']);
  });

  it('shows a lost response without a status, immediately', async () => {
    await searchInVain('rese.com', 'reset');
    await abandonSearch('hang.com');
    await searchInVain('trun.com', 'truncate;bytes=3');
    expect(await journalOf(client)).toMatchObject([
      { domain: 'rese.com', status: null, code: 'ANSWER_LOST', faulted: 'header' },
      { domain: 'hang.com', status: null, code: 'ANSWER_LOST', faulted: 'header' },
      { domain: 'trun.com', status: 200, code: null, faulted: 'header' },
    ]);
    // The request log stores lost responses as 408.
    expect(domainsOf(await journalOf(client, { status: 408 }))).toEqual([]);
    expect(domainsOf(await journalOf(client, { status: '4xx' }))).toEqual([]);
    expect(domainsOf(await journalOf(client, { code: 'ANSWER_LOST' }))).toEqual(['rese.com', 'hang.com']);
  });

  it('marks faulted requests with their rule, domain and order, also if the request succeeded', async () => {
    const id = await client.orderOf('paid.com');
    const fault = { kind: 'error', code: 'SERVICE_UNAVAILABLE' };
    const { body } = await client.raw({ path: FAULTS, body: { match: { operation: 'checkout' }, fault } });
    await client.pay(id);
    await search('slow.com', withFault('delay;ms=1'));
    await search('normal.com');
    expect(await journalOf(client, { faulted: 'true' })).toMatchObject([
      { operation: 'checkout', status: 503, domain: 'paid.com', order_id: id, faulted: body.data.id },
      { operation: 'search', status: 200, domain: 'slow.com', faulted: 'header' },
    ]);
    expect(domainsOf(await journalOf(client, { faulted: 'false' }))).toEqual(['paid.com', 'normal.com']);
  });

  it('shows which requests are attempts of the same call', async () => {
    const id = await client.orderOf('attempts.com');
    const pay = (reference: string, key?: string) =>
      client.pay(id, reference, { 'User-Agent': 'my-shop/1.0', ...(key && { 'Idempotency-Key': key }) });
    await pay('invoice-1', 'key-1');
    await pay('invoice-1', 'key-1');
    await pay('invoice-1');
    await pay('invoice-2', 'key-2');
    await client.pay(id, 'invoice-1', withFault('error;code=RATE_LIMITED'));
    await client.search({ domain: 'attempts.com' }, { 'Idempotency-Key': 'key-1' });
    const [order, ...rows] = (await journalOf(client)) as Record<string, string>[];
    expect(order).toMatchObject({ idempotency_key: null, payment_reference: null, replayed: false });
    expect(rows.map(({ replayed, user_agent }) => [replayed, user_agent])).toEqual([
      [false, 'my-shop/1.0'],
      [true, 'my-shop/1.0'],
      [true, 'my-shop/1.0'],
      [false, 'my-shop/1.0'],
      [false, null],
      [false, null],
    ]);
    const [first, second, third, fourth, limited, searched] = rows as [Record<string, string>, ...typeof rows];
    expect(first.idempotency_key).toMatch(/^[0-9a-f]{16}$/);
    expect(first.payment_reference).toMatch(/^[0-9a-f]{16}$/);
    expect([second, third, searched].map(row => row!.idempotency_key)).toEqual([
      first.idempotency_key,
      null,
      first.idempotency_key,
    ]);
    expect([second, third, limited].map(row => row!.payment_reference)).toEqual(Array(3).fill(first.payment_reference));
    expect(fourth!.payment_reference).not.toBe(first.payment_reference);
    expect(fourth!.idempotency_key).not.toBe(first.idempotency_key);
  });

  it('goes back to the last reset, at most 24 hours', async () => {
    await search('before.com');
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const { slug } = client.tenant;
    expect((await developer.post(`tenants/${slug}/reset`, { confirm: slug })).status).toBe(200);
    await search('after.com');
    expect(domainsOf(await journalOf(client))).toEqual(['after.com']);
    sandbox.clock.advance({ hours: 24, ms: 1_000 });
    await search('next-day.com');
    expect(domainsOf(await journalOf(client))).toEqual(['next-day.com']);
  });
});

describe('a filter of the journal', () => {
  it.each([
    [{ operation: 'order' }, ['shop.com', 'google.com']],
    [{ domain: ' SHOP.com' }, ['shop.com', 'shop.com']],
    [{ domain: 'münchen.de' }, ['xn--mnchen-3ya.de']],
    [{ status: 409 }, ['google.com']],
    [{ status: '2xx' }, ['shop.com', 'shop.com', 'xn--mnchen-3ya.de', null]],
    [{ code: 'DOMAIN_TAKEN' }, ['google.com']],
    [{ operation: 'search', domain: 'shop.com' }, ['shop.com']],
    [{ operation: 'renew' }, []],
    [{ faulted: 'true' }, []],
    [{ operation: '', limit: 2 }, ['shop.com', 'shop.com']],
  ])('%j selects %j', async (filter, domains) => {
    await search('shop.com');
    await order('shop.com');
    await order('google.com');
    await search('münchen.de');
    await client.get(ORDERS);
    expect(domainsOf(await journalOf(client, filter as Record<string, string>))).toEqual(domains);
  });

  it('selects the requests about an order', async () => {
    const [one, other] = [await client.orderOf('one.com'), await client.orderOf('other.com')];
    await client.pay(other);
    expect(domainsOf(await journalOf(client, { order_id: one }))).toEqual(['one.com']);
    expect(domainsOf(await journalOf(client, { order_id: other }))).toEqual(['other.com', 'other.com']);
  });

  it('selects what was answered after a time', async () => {
    await search('one.com');
    const [{ at }] = (await journalOf(client)) as [{ at: string }];
    await search('two.com');
    expect(domainsOf(await journalOf(client, { after: at }))).toEqual(['two.com']);
    expect(domainsOf(await journalOf(client, { after: '2020-01-01T00:00:00Z' }))).toEqual(['one.com', 'two.com']);
  });

  it.each([
    [{ operation: 'pay' }, 'operation'],
    [{ status: '1xx' }, 'status'],
    [{ faulted: 'yes' }, 'faulted'],
    [{ after: 'yesterday' }, 'after'],
    [{ after: 'jrn_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI' }, 'after'],
    [{ after: '2026-02-30T00:00:00Z' }, 'after'],
    [{ limit: 201 }, 'limit'],
  ])('%j is refused with the name of the field', async (filter, field) => {
    const response = await client.get(JOURNAL, filter as unknown as Record<string, string>);
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual([field]);
  });
});

describe('the pages of the journal', () => {
  it('have each request once', async () => {
    const processes = [client, peer.clientOf(client)];
    await concurrently(23, n => search(`shop-${n}.com`, {}, processes[n % 2]));
    const all = await journalOf(client);
    expect(all).toHaveLength(23);
    const paged = [];
    let page = await journalPageOf(client, { limit: 5 });
    for (; page.next !== null; page = await journalPageOf(processes[1]!, { limit: 5, after: page.next }))
      paged.push(...page.requests);
    expect([...paged, ...page.requests]).toEqual(all);
  });

  it('miss nothing while requests are answered', async () => {
    const processes = [client, peer.clientOf(client)];
    let isSending = true;
    const sending = concurrently(4, async n => {
      for (let sent = 0; sent < 40; sent++) await search(`shop-${n}-${sent}.com`, {}, processes[n % 2]);
    }).then(() => (isSending = false));
    const paged = [];
    for (let after: string | undefined, isLast = false; !isLast;) {
      const isDone = !isSending;
      const { requests, next } = await journalPageOf(client, { limit: 3, ...(after && { after }) });
      if (next === null && !isDone) continue;
      paged.push(...requests);
      after = next ?? undefined;
      isLast = next === null;
    }
    await sending;
    expect(paged).toEqual(await journalOf(client, { limit: 200 }));
    expect(paged).toHaveLength(160);
  });

  it('cannot be continued by another tenant', async () => {
    await search('one.com');
    await search('two.com');
    const { next } = await journalPageOf(client, { limit: 1 });
    const other = await sandbox.tenant();
    expect(fieldsOf(await other.get(JOURNAL, { after: next! }))).toEqual(['after']);
  });
});
