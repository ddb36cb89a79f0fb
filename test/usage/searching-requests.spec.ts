import { randomUUID } from 'node:crypto';
import { RecordUsage } from '#usage';
import { RollUpHours } from '../../libs/usage/roll-up-hours.js';
import { ADA, ORDER, ORDERS, REGISTRATIONS, SEARCH } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';
import { openRequestLog } from '../support/request-log.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ settings: { logBodies: 'all' } })));
afterEach(() => sandbox.clock.reset());

const openLog = () => openRequestLog(sandbox);

describe('logged request', () => {
  it('is found by its request id with all details', async () => {
    const { client, developer, find } = await openLog();
    const id = randomUUID();
    await client.search({ domain: 'other.com' });
    await client.order({ domain: 'google.com', years: 1, owner: ADA }, { 'X-Request-Id': id });
    await client.search({ domain: 'other.com' });
    const { requests, next } = await find({ request_id: id });
    expect(next).toBeNull();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      request_id: id,
      key: { id: client.key.id, name: 'sandbox key', hint: expect.stringMatching(/^ny_sandbox_.{4}….{4}$/) },
      method: 'POST',
      endpoint: ORDER,
      status: 409,
      code: 'DOMAIN_TAKEN',
      domain: 'google.com',
    });
    const one = await developer.get(tenantPath(client, `/requests/${requests[0]!.id}`));
    expect(one.body.data).toEqual(requests[0]);
  });

  it('is hidden from other tenants', async () => {
    const { client, developer, find } = await openLog();
    await client.search({ domain: 'mine.com' });
    const [mine] = (await find()).requests;
    const stranger = await openLog();
    expect((await stranger.find({ request_id: mine!.request_id })).requests).toEqual([]);
    const read = await stranger.developer.get(tenantPath(stranger.client, `/requests/${mine!.id}`));
    expect(read.body.error.code).toBe('REQUEST_NOT_FOUND');
    expect((await stranger.developer.get(tenantPath(client, '/requests'))).body.error.code).toBe('TENANT_NOT_FOUND');
    for (const id of ['0', 'x', '99999999999999999999', "1'--"])
      expect((await developer.get(tenantPath(client, `/requests/${encodeURIComponent(id)}`))).status).toBe(404);
  });

  it('is available as a curl command without the key', async () => {
    const { client, find } = await openLog();
    await client.search({ domain: 'curl.com' });
    const id = await client.orderOf('curl.com');
    await client.pay(id);
    await client.getOrder(id);
    await client.getRegistration('Curl.com');
    await client.follow({});
    const [follow, getRegistration, getOrder, pay, order, search] = (await find()).requests.map(({ curl }) => curl);
    expect(search).toBe(
      [
        `curl -sS -X POST '${sandbox.origin}${SEARCH}'`,
        `-H "Authorization: Bearer $NAMEYARD_KEY"`,
        `-H 'X-Tenant: ${client.tenant.slug}'`,
        `-H 'Content-Type: application/json'`,
        `-d '{"domain":"curl.com"}'`,
      ].join(' \\\n  '),
    );
    expect(order).toContain('"domain":"curl.com","years":1,"owner":');
    expect(pay).toContain(`"order_id":"${id}"`);
    expect(getOrder).toContain(`-X GET '${sandbox.origin}${ORDERS}/${id}'`);
    expect(getRegistration).toContain(`-X GET '${sandbox.origin}${REGISTRATIONS}/Curl.com'`);
    expect(follow).toContain(`-X GET '${sandbox.origin}/api/v1/sandbox/events'`);
    expect(follow).not.toContain(" -d '");
  });
});

describe('request log', () => {
  it('returns each request once across pages', async () => {
    const { client, developer, find } = await openLog();
    sandbox.clock.set('2027-07-01T10:00:00Z');
    await developer.startSession(); // the session has expired
    for (let n = 0; n < 7; n++) await client.search({ domain: `page-${n}.com` });
    const seen: unknown[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page = await find({ limit: '3', before });
      seen.push(...page.requests.map(({ domain }) => domain));
      before = page.next;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map(n => `page-${n}.com`));
  });

  it('returns new requests, oldest first, in the live view', async () => {
    const { client, find } = await openLog();
    await client.search({ domain: 'before.com' });
    const [newest] = (await find()).requests;
    expect((await find({ after: newest!.id })).requests).toEqual([]);
    await client.search({ domain: 'first.com' });
    await client.search({ domain: 'second name' });
    const live = await find({ after: newest!.id });
    expect(live.requests.map(({ domain }) => domain)).toEqual(['first.com', null]);
    expect((await find({ after: newest!.id, status: '4xx' })).requests).toHaveLength(1);
  });

  it('combines all filters', async () => {
    const { client, find } = await openLog();
    const other = await sandbox.key(client.tenant);
    await client.search({ domain: 'bücher.com' });
    await other.search({ domain: 'no name' });
    await other.order({ domain: 'google.com', years: 1, owner: ADA });
    await client.orderOf('search.com');
    const found = async (query: Record<string, string>) =>
      (await find(query)).requests.map(({ status, domain }) => `${String(status)} ${String(domain)}`).join(', ');
    expect(await found({ key: other.key.id })).toBe('409 google.com, 422 null');
    expect(await found({ endpoint: ORDER })).toBe('201 search.com, 409 google.com');
    expect(await found({ status: '409' })).toBe('409 google.com');
    expect(await found({ status: '4xx' })).toBe('409 google.com, 422 null');
    expect(await found({ status: '5xx' })).toBe('');
    expect(await found({ code: 'INVALID_DOMAIN' })).toBe('422 null');
    for (const domain of ['Bücher.com', 'bücher.com.', 'BÜCHER。com'])
      expect(await found({ domain })).toBe('200 xn--bcher-kva.com');
    expect(await found({ find: 'google.com.' })).toBe('409 google.com');
    expect(await found({ domain: 'google.com', status: '409', key: other.key.id })).toBe('409 google.com');
    expect(await found({ domain: 'google.com', key: client.key.id })).toBe('');
    expect(await found({ code: '', status: '2xx', endpoint: SEARCH })).toBe('200 xn--bcher-kva.com');
    expect(await found({ from: new Date(Date.now() + 60_000).toISOString() })).toBe('');
    expect(await found({ to: new Date(Date.now() - 60_000).toISOString(), status: '409' })).toBe('');
  });

  it('matches the start of domains, codes and IDs in any case, and recognizes pasted IDs', async () => {
    const { client, find } = await openLog();
    const order = await client.orderOf('prefix-shop.com');
    await client.search({ domain: 'prefix-other.com' }, { 'X-Request-Id': 'checkout-42' });
    await client.search({ domain: 'no name' });
    const { requests } = await find();
    const [failed, , placed] = requests.map(({ request_id }) => request_id);
    const found = async (query: Record<string, string>) =>
      (await find(query)).requests.map(({ domain }) => String(domain)).join(', ');
    expect(await found({ domain: 'PREFIX-' })).toBe('prefix-other.com, prefix-shop.com');
    expect(await found({ domain: 'prefix-shop.c', code: '' })).toBe('prefix-shop.com');
    expect(await found({ code: 'invalid_dom' })).toBe('null');
    expect(await found({ order_id: order.slice(0, 20).toUpperCase() })).toBe('prefix-shop.com');
    expect(await found({ request_id: 'checkout' })).toBe('prefix-other.com');
    expect(await found({ find: order })).toBe('prefix-shop.com');
    expect(await found({ find: failed!.toUpperCase() })).toBe('null');
    expect(await found({ find: placed!, status: '2xx' })).toBe('prefix-shop.com');
    expect(await found({ find: 'checkout-' })).toBe('prefix-other.com');
    expect(await found({ find: 'checkout-', domain: 'prefix-' })).toBe('prefix-other.com');
    expect(await found({ find: 'checkout-', domain: 'prefix-s' })).toBe('');
    expect(await found({ find: ' Prefix-Shop.com ' })).toBe('prefix-shop.com');
    expect(await found({ find: client.key.id })).toBe('null, prefix-other.com, prefix-shop.com');
    await client.search({ domain: 'prefix-shop.invalid' });
    for (const code of ['unsupported_tld', 'UNSUPPORTED_TLD', 'Unsup']) expect(await found({ code })).toBe('null');
    expect((await find({ code: 'unsup', domain: 'prefix-' })).requests).toEqual([]);
  });

  it('combines the text of a search with parameters about the same property', async () => {
    const { client, find } = await openLog();
    const [one, other] = [await client.orderOf('one.com'), await client.orderOf('other.com')];
    const found = async (query: Record<string, string>) => (await find(query)).requests.map(({ domain }) => domain);
    expect(await found({ find: 'one.com', domain: 'one.com' })).toEqual(['one.com']);
    expect(await found({ find: 'one.com', domain: 'on' })).toEqual(['one.com']);
    expect(await found({ find: 'one.com', domain: 'ot' })).toEqual([]);
    expect(await found({ find: 'one.com', domain: 'other.com' })).toEqual([]);
    expect(await found({ find: 'ord_', order_id: one })).toEqual(['one.com']);
    expect(await found({ find: one, order_id: 'ord_' })).toEqual(['one.com']);
    expect(await found({ find: one, order_id: other })).toEqual([]);
    expect(await found({ find: 'req_', request_id: 'unknown' })).toEqual([]);
  });

  it('of a world has no requests of other worlds', async () => {
    const { client, developer } = await openLog();
    const [world, other] = [await sandbox.world(client), await sandbox.world(client)];
    for (const one of [world, other]) await one.search({ domain: 'in-a-world.com' });
    await sandbox.app.get(RecordUsage).flush();
    const found = async (slug: string) =>
      (await developer.get(tenantPath(world, `/requests?world=${slug}`))).body.data.requests.length as number;
    expect(await found(world.tenant.slug)).toBe(1);
    expect(await found(other.tenant.slug)).toBe(0);
  });

  it('finds the start of a domain in a request that is older than an hour of other failures', async () => {
    const { client, developer, find } = await openLog();
    sandbox.clock.set('2027-03-01T10:00:00Z');
    await developer.startSession();
    await client.order({ domain: 'facebook.com', years: 1, owner: ADA });
    for (let minute = 1; minute <= 60; minute++) {
      sandbox.clock.advance({ minutes: 1 });
      await client.order({ domain: 'google.com', years: 1, owner: ADA });
    }
    const { requests, next } = await find({ domain: 'face', status: '409', limit: '2' });
    expect(requests).toEqual([expect.objectContaining({ domain: 'facebook.com', code: 'DOMAIN_TAKEN' })]);
    expect(next).toBeNull();
  });

  it('refuses unknown query parameters, also on routes without any', async () => {
    const { client, developer } = await openLog();
    const unknown = await developer.get(tenantPath(client, '/requests?domian=typo.com'));
    expect(unknown.body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'domian' }] });
    for (const path of ['/requests/log_x?id=1', '/keys?page=2', '/usage/series?by=status&form=now', '?x='])
      expect(await developer.get(tenantPath(client, path))).toMatchObject({ status: 422 });
    expect(await developer.post(tenantPath(client, '/storefront/links?hours=2'), { hours: 1 })).toMatchObject({
      status: 422,
    });
    expect((await developer.get(tenantPath(client, '/usage/series?by=status'))).status).toBe(200);
  });

  it('finds old requests after the counts by minute have been deleted', async () => {
    const { client, developer, find } = await openLog();
    const days = [1, 2, 8, 9, 20];
    for (const day of days) {
      sandbox.clock.set(`2027-08-${String(day).padStart(2, '0')}T10:15:00Z`);
      for (let n = 0; n < 3; n++) await client.search({ domain: `day-${day}.com` });
      await client.order({ domain: 'google.com', years: 1, owner: ADA });
      await sandbox.app.get(RecordUsage).flush();
    }
    sandbox.clock.set('2027-08-20T12:00:00Z');
    await developer.startSession();
    const search = async () => {
      const ids: string[] = [];
      for (let before: string | null = ''; before !== null;) {
        const page = await find({ status: '4xx', limit: '2', before });
        ids.push(...page.requests.map(({ id }) => id));
        before = page.next;
      }
      return ids;
    };
    const before = await search();
    expect(before).toHaveLength(5);
    await sandbox.app.get(RollUpHours).execute();
    expect(await search()).toEqual(before);
    const range = { from: '2027-08-01T23:00:00Z', to: '2027-08-08T23:00:00Z' };
    expect((await find({ status: '200', ...range })).requests.map(({ domain }) => domain)).toEqual([
      'day-8.com',
      'day-8.com',
      'day-8.com',
      'day-2.com',
      'day-2.com',
      'day-2.com',
    ]);
  });

  it.each(['before=x', 'after=1', 'limit=0', 'limit=1000', 'status=4', 'status=6xx', 'from=now', 'code=a&code=b'])(
    'rejects %s',
    async query => {
      const { client, developer } = await openLog();
      const { status, body } = await developer.get(tenantPath(client, `/requests?${query}`));
      expect(`${status} ${body.error.code}`).toBe('422 VALIDATION_FAILED');
    },
  );
});
