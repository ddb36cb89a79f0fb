import { randomUUID } from 'node:crypto';
import { type Settings, SETTINGS } from '#platform/config';
import { RecordUnauthenticated, RecordUsage } from '#usage';
import type { PurchaseView } from '#usage/contract';
import { makeKeyValue } from '../../libs/api-keys/model/key-value.js';
import { Cleanup } from '../../apps/worker/cleanup.js';
import { RollUpHours } from '../../libs/usage/roll-up-hours.js';
import { ADA, type Client, ORDER, ORDERS, REGISTRATIONS, SEARCH } from '../support/client.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { concurrently } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ settings: { logBodies: 'all' } })));
afterEach(() => sandbox.clock.reset());

interface OpenLog {
  client: Client;
  developer: PortalClient;
  find(query?: Record<string, string>): Promise<{ requests: Found[]; next: string | null }>;
}

interface Found {
  id: string;
  request_id: string;
  curl: string;
  [member: string]: unknown;
}

/** A tenant and a developer who searches its log. */
async function openLog(): Promise<OpenLog> {
  const client = await sandbox.tenant();
  const developer = await sandbox.person({ role: 'developer', tenants: [client] });
  const find = async (query: Record<string, string> = {}) => {
    await sandbox.app.get(RecordUsage).flush();
    const { status, body } = await developer.get(
      tenantPath(client, `/requests?${new URLSearchParams(query).toString()}`),
    );
    expect(status).toBe(200);
    return body.data;
  };
  return { client, developer, find };
}

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

describe('bodies of a logged request', () => {
  const exchangeOf = async ({ client, developer }: OpenLog, { id }: Found) =>
    (await developer.get(tenantPath(client, `/requests/${id}/exchange`))).body.data;

  it('are shown without secrets and personal data', async () => {
    const log = await openLog();
    const owner = { first_name: 'Erika', last_name: 'Mustermann', email: 'erika@firma.de', phone: '+49 30 1234567' };
    await log.client.order(
      { domain: 'masked.com', years: 1, owner, api_key: 'abc' },
      { 'X-Idempotency-Key': 'try-1', Cookie: 'session=1' },
    );
    await log.client.order({ domain: 'shown.com', years: 1, owner: ADA });
    await log.client.search('{');
    const [broken, shown, masked] = (await log.find()).requests as [Found, Found, Found];
    const { request, response, ...rest } = await exchangeOf(log, masked);
    expect(rest).toEqual({ not_kept: null, target: ORDER });
    expect(request).toMatchObject({
      state: 'complete',
      headers: { authorization: 'Bearer [redacted]', cookie: '[redacted]', 'x-idempotency-key': 'try-1' },
    });
    expect(JSON.parse(request.body)).toEqual({
      domain: 'masked.com',
      years: 1,
      owner: { first_name: '[masked]', last_name: '[masked]', email: '[masked]', phone: '[masked]' },
      api_key: '[redacted]',
    });
    expect(response).toMatchObject({ state: 'complete', headers: { 'x-request-id': masked.request_id } });
    expect(JSON.parse(response.body)).toMatchObject({ success: true, data: { domain: 'masked.com' } });
    expect(masked.curl).toContain("-H 'x-idempotency-key: try-1'");
    expect(JSON.parse((await exchangeOf(log, shown)).request.body).owner).toEqual(ADA);
    expect((await exchangeOf(log, broken)).request).toMatchObject({ state: 'unreadable', body: null });
    expect(broken.curl).toBeNull();
    const stored = JSON.stringify(
      await sandbox.rows('SELECT * FROM usage.bodies WHERE tenant_id = $1', [log.client.tenant.id]),
    );
    for (const secret of [log.client.key.value, 'Mustermann', 'firma.de', '1234567'])
      expect(stored).not.toContain(secret);
  });

  it('are hidden from other tenants', async () => {
    const [log, stranger] = [await openLog(), await openLog()];
    await log.client.search({ domain: 'mine.com' });
    const [mine] = (await log.find()).requests;
    const read = await stranger.developer.get(tenantPath(stranger.client, `/requests/${mine!.id}/exchange`));
    expect(read.body.error.code).toBe('REQUEST_NOT_FOUND');
  });

  it('are removed after a week, before the request', async () => {
    const log = await openLog();
    await log.client.search({ domain: 'old.com' });
    await log.find();
    sandbox.clock.advance({ days: 8 });
    await sandbox.app.get(Cleanup).execute();
    await log.developer.startSession();
    const [old] = (await log.find()).requests;
    expect(await exchangeOf(log, old!)).toEqual({ not_kept: 'expired', target: null, request: null, response: null });
    expect(old!.curl).toBeNull();
  });

  it.each([
    ['errors', [null, 'success']],
    ['none', ['off', 'off']],
  ] as const)('are kept by the setting %s', async (logBodies, expected) => {
    const log = await openLog();
    const settings = sandbox.app.get<Settings>(SETTINGS);
    settings.logBodies = logBodies;
    try {
      await log.client.search({ domain: 'good.com' });
      await log.client.search({ domain: 'no name' });
      const kept = await Promise.all((await log.find()).requests.map(request => exchangeOf(log, request)));
      expect(kept.map(({ not_kept }) => not_kept)).toEqual(expected);
    } finally {
      settings.logBodies = 'all';
    }
  });

  it('are kept for at most 1,000 successful requests in a second, and for all failed requests', async () => {
    const log = await openLog();
    sandbox.clock.advance({ minutes: 5 }); // a second that no other test of this file uses
    sandbox.clock.stop();
    await log.client.search({ domain: 'first.com' });
    for (let n = 0; n < 1_000; n += 50) await concurrently(50, () => log.client.search({ domain: 'many.com' }));
    await log.client.search({ domain: 'more.com' });
    await log.client.search({ domain: 'no name' });
    const [failed, more] = (await log.find()).requests;
    const [{ kept }] = await sandbox.rows('SELECT count(*)::int AS kept FROM usage.bodies WHERE tenant_id = $1', [
      log.client.tenant.id,
    ]);
    expect(kept).toBe(1_001);
    expect(await exchangeOf(log, failed!)).toMatchObject({ not_kept: null });
    expect(await exchangeOf(log, more!)).toMatchObject({ not_kept: 'dropped' });
    const [first] = (await log.find({ domain: 'first.com' })).requests;
    expect(await exchangeOf(log, first!)).toMatchObject({ not_kept: null });
  });
});

describe('timeline of an order', () => {
  const timelineOf = async ({ client, developer, find }: OpenLog, order: string) => {
    await find();
    const { status, body } = await developer.get(tenantPath(client, `/orders/${order}/timeline`));
    expect(status).toBe(200);
    return body.data as PurchaseView;
  };
  const shown = ({ steps }: PurchaseView) => steps.map(({ kind, outcome, title }) => `${kind} ${outcome}: ${title}`);

  it('shows its requests, payment, registration, event, renewals and expiry in order of time', async () => {
    const log = await openLog();
    await log.client.search({ domain: 'story.com' });
    const order = await log.client.orderOf('story.com');
    await log.client.checkout({ order_id: order, payment: { method: 'test_declined', reference: 'declined' } });
    await log.client.pay(order);
    await log.client.getOrder(order);
    const renewal = await log.client.renewalOf('story.com', 2);
    await log.client.pay(renewal);
    const timeline = await timelineOf(log, order);
    expect(timeline).toMatchObject({ order_id: order, domain: 'story.com', status: 'paid' });
    const year = new Date().getUTCFullYear();
    expect(shown(timeline).map(line => line.replace(/-\d\d-\d\d/, ''))).toEqual([
      'search ok: Search',
      'order ok: Order',
      'payment failed: Payment',
      'payment ok: Payment',
      `registration ok: Registered until ${year + 1}`,
      'event ok: A domain was registered',
      'renewal ok: Renewal for 2 years ordered',
      'renewal ok: Payment of the renewal for 2 years',
      `renewal ok: Renewed until ${year + 3}`,
      'expiry planned: Expiry',
    ]);
    const [search, , declined] = timeline.steps;
    expect(declined).toMatchObject({ detail: 'PAYMENT_DECLINED', request: { status: 402, key: log.client.key.id } });
    const { body } = await log.developer.get(tenantPath(log.client, `/requests/${search!.request!.id}/exchange`));
    expect(body.data.request.body).toBe('{"domain":"story.com"}');
    expect(timeline.steps.at(-2)).toMatchObject({ order_id: renewal });
    expect((await timelineOf(log, renewal)).steps.map(({ kind }) => kind)).toContain('renewal');
  });

  it('begins with a search whose end was noticed when the order was already placed', async () => {
    const log = await openLog();
    await log.client.search({ domain: 'quick.com' });
    const order = await log.client.orderOf('quick.com');
    await log.find();
    const placed = Number.parseInt(order.slice('ord_'.length, 'ord_'.length + 12), 16);
    await sandbox.rows(`UPDATE usage.requests SET at = $2 WHERE tenant_id = $1 AND route LIKE '%/search'`, [
      log.client.tenant.id,
      new Date(placed + 3),
    ]);
    expect(shown(await timelineOf(log, order))).toContain('search ok: Search');
  });

  it('shows what is known of an order without its requests, also while the clock is frozen', async () => {
    const log = await openLog();
    await log.client.freeze('2040-01-01T00:00:00Z');
    const order = await log.client.orderOf('quiet.com');
    await log.client.pay(order);
    await log.find();
    await sandbox.rows('DELETE FROM usage.requests WHERE tenant_id = $1', [log.client.tenant.id]);
    const timeline = await timelineOf(log, order);
    expect(timeline.steps.map(({ kind, request }) => `${kind} ${request}`)).toEqual(
      ['order', 'payment', 'registration', 'event', 'expiry'].map(kind => `${kind} null`),
    );
    for (const { at, business_at, outcome } of timeline.steps) {
      expect(business_at).toMatch(outcome === 'planned' ? /^2041/ : /^2040/);
      if (outcome === 'ok') expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('is hidden from other tenants', async () => {
    const [log, stranger] = [await openLog(), await openLog()];
    const order = await log.client.orderOf('hidden.com');
    const { body } = await stranger.developer.get(tenantPath(stranger.client, `/orders/${order}/timeline`));
    expect(body.error.code).toBe('ORDER_NOT_FOUND');
  });
});

describe('unauthenticated request', () => {
  it('is logged with its reason and shown to the tenant that it concerns, while the response stays the same', async () => {
    const { client, developer } = await openLog();
    const other = await openLog();
    const operator = await sandbox.person({ role: 'operator' });
    const revoked = await sandbox.key(client.tenant);
    await operator.post(tenantPath(client, `/keys/${revoked.key.id}/revoke`));
    const { value } = client.key;
    const unknown = makeKeyValue('sandbox');
    const call = (Authorization: string, slug = client.tenant.slug) =>
      client.search({ domain: 'a.com' }, { Authorization, 'X-Tenant': slug });
    const responses = [
      await call(`Bearer ${unknown}`),
      await call(`Bearer ${revoked.key.value}`),
      await call(`Bearer ${value}`, other.client.tenant.slug),
      await call('Bearer not-a-key'),
      await call(`Bearer ${value}`, 'nobody'),
    ];
    const texts = responses.map(({ status, body }) => [status, body.error]);
    expect(new Set(texts.map(text => JSON.stringify(text))).size).toBe(1);
    expect(responses[0]!.status).toBe(401);
    expect((await call('')).body.error.code).toBe('API_KEY_REQUIRED');
    await sandbox.app.get(RecordUnauthenticated).flush();

    const read = async (person: PortalClient, path: string) => (await person.get(path)).body.data.requests as Found[];
    const mine = await read(developer, tenantPath(client, '/unauthenticated'));
    // Entries of requests that end almost at the same time can be in any order.
    expect(mine.map(({ reason }) => reason).sort()).toEqual([
      'malformed',
      'missing',
      'revoked',
      'unknown',
      'wrong_tenant',
      'wrong_tenant',
    ]);
    const ofReason = (wanted: string) => mine.find(({ reason }) => reason === wanted)!;
    expect(ofReason('unknown')).toMatchObject({
      tenant: client.tenant.slug,
      key_hint: expect.stringMatching(/^ny_sandbox_.{4}….{4}$/),
      address: '127.0.0.1',
      method: 'POST',
      endpoint: SEARCH,
    });
    expect(JSON.stringify(mine)).not.toContain(unknown.slice(15, 30));
    const theirs = await read(other.developer, tenantPath(other.client, '/unauthenticated'));
    expect(theirs.map(({ reason }) => reason)).toEqual(['wrong_tenant']);
    expect(await read(operator, 'unauthenticated?reason=revoked&limit=1')).toMatchObject([
      { request_id: ofReason('revoked').request_id },
    ]);
    expect((await developer.get('unauthenticated')).status).toBe(403);
  });

  it('is limited to 60 per tenant and minute', async () => {
    const { client, developer } = await openLog();
    sandbox.clock.set('2027-07-02T10:00:00Z');
    await developer.startSession();
    const attack = () => client.search({ domain: 'a.com' }, { Authorization: 'Bearer guess' });
    const count = async () => {
      await sandbox.app.get(RecordUnauthenticated).flush();
      const [row] = await sandbox.rows(
        'SELECT count(*)::integer AS n FROM usage.unauthenticated WHERE counted_for = $1',
        [client.tenant.slug],
      );
      return row!.n as number;
    };
    // As if another process had logged them.
    await sandbox.rows(
      `INSERT INTO usage.unauthenticated (at, counted_for, reason, address, method, route, request_id)
       SELECT '2027-07-02T10:00:00Z', $1, 'malformed', '127.0.0.1', 'POST', '/', 'req_' || n FROM generate_series(1, 55) n`,
      [client.tenant.slug],
    );
    for (let n = 0; n < 10; n++) await attack();
    expect(await count()).toBe(60);
    sandbox.clock.set('2027-07-02T10:01:00Z');
    await attack();
    const before = await count();
    expect(before).toBeLessThanOrEqual(61);
    sandbox.clock.set('2027-08-02T10:01:00Z');
    await sandbox.app.get(Cleanup).execute();
    expect(await count()).toBe(0);
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
    expect(await found({ domain: 'Bücher.com' })).toBe('200 xn--bcher-kva.com');
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
  });

  it('finds the start of a domain in old requests behind minutes with other failures', async () => {
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

  it('finds old requests after the minutes have been deleted', async () => {
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
