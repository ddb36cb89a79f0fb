import { type Settings, SETTINGS } from '#platform/process/config';
import { Cleanup } from '../../apps/worker/cleanup.js';
import { ADA, ORDER, WORLDS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath } from '../support/portal-client.js';
import { concurrently } from '../support/outcome.js';
import { type LoggedRequest, openRequestLog, type RequestLog } from '../support/request-log.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { Shopper } from '../support/shopper.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ settings: { logBodies: 'all' } })));
afterEach(() => sandbox.clock.reset());

const openLog = () => openRequestLog(sandbox);

describe('bodies of a logged request', () => {
  const exchangeOf = async ({ client, developer }: RequestLog, { id }: LoggedRequest) =>
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
    const [broken, shown, masked] = (await log.find()).requests as [LoggedRequest, LoggedRequest, LoggedRequest];
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

  it('are shown without card numbers, security codes, addresses and tokens', async () => {
    const log = await openLog();
    const card = '4111 1111 1111 1111';
    const owner = { ...ADA, street: 'Ring 1', birth_date: '1815-12-10', address_line1: 'Ring 2', vatId: 'DE123456789' };
    const details = {
      cvv: 902_109_021,
      iban: 'DE02120300000000202051',
      cards: [{ securityCode: '864286428642', pin: [753_175_317] }],
    };
    const pay = (order_id: string, method = 'test') =>
      log.client.checkout({ order_id, payment: { method, reference: card, details } });
    const orders = [];
    for (const domain of ['card-one.com', 'card-two.com'])
      orders.push((await log.client.order({ domain, years: 1, owner })).body.data.order_id);
    await pay(orders[0]);
    const used = await pay(orders[1]);
    expect(used.body.error.message).toContain('"[masked]"');
    await pay(orders[1], card);
    const token = `ny_pat_${'aB3'.repeat(12)}`;
    await log.client.getOrder(token);
    await log.client.get(`/api/v1/sandbox/orders/%6Ey_share_${'aB3'.repeat(8)}`, { token, c: card });
    await log.client.raw({ method: 'GET', path: `/share/${'xY-'.repeat(14)}` });
    const { requests } = await log.find();
    expect(requests.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 200, 409, 422, 404]));
    const rows = await sandbox.rows('SELECT * FROM usage.bodies WHERE tenant_id = $1', [log.client.tenant.id]);
    for (const id of orders) expect(JSON.stringify(rows)).toContain(id);
    const stored = JSON.stringify([rows, requests, sandbox.log]);
    for (const secret of [
      card,
      '4111',
      '902109021',
      'DE02',
      '864286428642',
      '753175317',
      'Ring',
      '1815-12',
      'DE123',
      'aB3aB3',
      'xY-xY-xY-',
    ])
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

  it('are not kept for the storefront of a tenant or of a world', async () => {
    const log = await openLog();
    const operator = await sandbox.person({ role: 'operator' });
    const world = (await log.client.raw({ path: WORLDS, body: {} })).body.data.tenant as string;
    for (const slug of [log.client.tenant.slug, world]) {
      const { status } = await operator.patch(`tenants/${slug}/storefront`, { access: 'public' });
      expect(status).toBe(200);
      await eventually(async () =>
        expect((await new Shopper(sandbox, `${slug}.localhost`).get('/domains')).status).toBe(200),
      );
    }
    const { requests } = await log.find({ endpoint: '/domains' });
    expect(requests.map(({ world }) => world !== null)).toContain(true);
    for (const request of requests) expect((await exchangeOf(log, request)).not_kept).toBe('storefront');
  });

  it('are kept for 300 successful requests in a second besides 100 of each tenant, and for all failed ones', async () => {
    const [log, other] = [await openLog(), await openLog()];
    sandbox.clock.advance({ minutes: 5 }); // a second that no other test of this file uses
    sandbox.clock.stop();
    for (let n = 0; n < 400; n += 50) await concurrently(50, () => log.client.search({ domain: 'many.com' }));
    await log.client.search({ domain: 'more.com' });
    await log.client.search({ domain: 'no name' });
    await other.client.search({ domain: 'quiet.com' });
    const [failed, more] = (await log.find()).requests;
    const [{ kept }] = await sandbox.rows('SELECT count(*)::int AS kept FROM usage.bodies WHERE tenant_id = $1', [
      log.client.tenant.id,
    ]);
    expect(kept).toBe(401);
    expect(await exchangeOf(log, failed!)).toMatchObject({ not_kept: null });
    expect(await exchangeOf(log, more!)).toMatchObject({ not_kept: 'dropped' });
    const [quiet] = (await other.find()).requests;
    expect(await exchangeOf(other, quiet!)).toMatchObject({ not_kept: null });
  });
});
