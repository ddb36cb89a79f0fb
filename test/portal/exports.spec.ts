import { Agent, request } from 'undici';
import { Receivers, WebhooksModule } from '#webhooks';
import { RecordUsage } from '#usage';
import { ADA, type Client, PORTAL } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

const PATHS = { requests: '/requests', usage: '/usage', orders: '/orders', deliveries: '/deliveries' };
const KINDS = Object.keys(PATHS) as (keyof typeof PATHS)[];

const ROWS = 20_000;

/** Each row is about half a kilobyte, so that the buffers of the connection hold only a part of them. */
const FILL_LOG = `INSERT INTO usage.requests (tenant_id, at, key_id, method, route, status, duration_ms, request_id, domain)
  SELECT $1, now() - n * interval '1 second', 'key_x', 'POST', '/api/v1/sandbox/domains/search', 200, 1, 'req_' || n,
    repeat('x', 400) || n FROM generate_series(1, $2::int) n`;

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;
const agent = new Agent({ connections: 10 });

beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1) };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
  await sandbox.app.get(Receivers).add(client.tenant.id, { url: 'http://127.0.0.1:9/' }, TESTER);
  await client.register('first.com');
  await client.register('second.com');
  const owner = { ...ADA, first_name: '=HYPERLINK("x")', last_name: 'Love, "lace"' };
  await client.order({ domain: 'formula.com', years: 1, owner });
  await client.order({ domain: 'google.com', years: 1, owner });
  await sandbox.app.get(RecordUsage).flush();
  // Events that are still to be given to receivers are rows, too; exports could read them before and after that.
  const created = { id: expect.any(String) };
  await eventually(async () => expect((await read('/deliveries')).data.deliveries).toMatchObject([created, created]));
});
afterAll(() => agent.destroy());

const read = async (path: string) => (await developer.get(tenantPath(client, path))).body;

const exported = (kind: keyof typeof PATHS, query = '', by = developer, of = client) =>
  by.get(tenantPath(of, `${PATHS[kind]}/export?${query}`));

const rowsOf = async (kind: keyof typeof PATHS, query = '') => (await exported(kind, `format=json&${query}`)).body;

/** Starts an export without reading its response yet. */
async function unread(of: Client, format = 'json') {
  const url = `${sandbox.origin}${PORTAL}${tenantPath(of, `/requests/export?format=${format}`)}`;
  const { cookie } = await sandbox.person({ role: 'operator' });
  return request(url, { headers: { Cookie: cookie! }, dispatcher: agent });
}

describe('export as JSON', () => {
  it('contains the rows of the list', async () => {
    const { requests } = (await read('/requests')).data;
    const withoutCurl = requests.map((request: object) => Object.assign(request, { curl: undefined }));
    expect(await rowsOf('requests')).toEqual(withoutCurl);
    expect(withoutCurl).toHaveLength(6);
    expect(await rowsOf('orders')).toEqual((await read('/orders')).data.orders);
    const deliveries = await rowsOf('deliveries');
    expect(deliveries.map(({ id }: { id: string }) => id)).toEqual(
      (await read('/deliveries')).data.deliveries.map(({ id }: { id: string }) => id),
    );
  });

  it('contains the counts behind the charts', async () => {
    const rows = await rowsOf('usage');
    expect(rows).toContainEqual({
      at: expect.stringMatching(/:00:00\.000Z$/),
      step_seconds: 3_600,
      key: expect.objectContaining({ id: client.key.id }),
      endpoint: '/api/v1/sandbox/domains/order',
      status: 409,
      code: 'DOMAIN_TAKEN',
      requests: 1,
    });
    const { totals } = (await read('/usage/series')).data;
    expect(rows.reduce((sum: number, row: { requests: number }) => sum + row.requests, 0)).toBe(totals.requests);
  });
});

describe('export as CSV', () => {
  it.each(KINDS)('has the same rows, with a header line: %s', async kind => {
    const started = new Date();
    const { status, headers, text } = await exported(kind);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'export-max-rows': '1000000' });
    const dispositions = [started, new Date()].map(
      date => `attachment; filename="${client.tenant.slug}-${kind}-${date.toISOString().slice(0, 10)}.csv"`,
    );
    expect(dispositions).toContain(headers['content-disposition']);
    const [head, ...lines] = text.split('\r\n');
    const rows = await rowsOf(kind);
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines.at(-1)).toBe('');
    // This request belongs to no world, so that the object that the columns would be made of is null.
    const [row] = rows[0].world === null ? [{ ...rows[0], world: { tenant: null, name: null } }] : rows;
    const names = Object.entries<unknown>(row).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null ? Object.keys(value).map(member => `${name}_${member}`) : name,
    );
    // Without a refund, the object that the columns would be made of is null.
    expect(head!.split(',').toSorted()).toEqual(names.filter(name => name !== 'refund').toSorted());
    expect(lines[0]).toContain(Object.values<unknown>(rows[0])[0]);
  });

  it('quotes values and keeps spreadsheets from running formulas', async () => {
    const { text } = await exported('orders', 'domain=formula');
    expect(text).toContain(`,"'=HYPERLINK(""x"")","Love, ""lace""",ada@example.com\r\n`);
  });
});

describe('export', () => {
  it('has the filters of the list', async () => {
    expect(await rowsOf('requests', 'status=4xx')).toMatchObject([{ code: 'DOMAIN_TAKEN' }]);
    expect(await rowsOf('requests', `find=second&key=${client.key.id}`)).toHaveLength(2);
    expect(await rowsOf('requests', 'to=2020-01-01T00:00:00Z')).toEqual([]);
    // Two rows if an hour has ended between the requests.
    const endpoint = '/api/v1/sandbox/domains/checkout';
    const usage: { endpoint: string; requests: number }[] = await rowsOf('usage', `endpoint=${endpoint}`);
    expect(new Set(usage.map(row => row.endpoint))).toEqual(new Set([endpoint]));
    expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe(2);
    expect(await rowsOf('usage', 'key=storefront')).toEqual([]);
    expect(await rowsOf('orders', 'status=created')).toMatchObject([{ domain: 'formula.com' }]);
    expect(await rowsOf('orders', 'exact_domain=first.com')).toHaveLength(1);
    expect(await rowsOf('deliveries', 'state=delivered')).toEqual([]);
    expect(await rowsOf('deliveries', 'state=pending')).toHaveLength(2);
  });

  it.each(KINDS)('is valid without rows: %s', async kind => {
    const empty = await sandbox.tenant();
    const operator = await sandbox.person({ role: 'operator' });
    expect((await exported(kind, 'format=json', operator, empty)).body).toEqual([]);
    expect((await exported(kind, 'format=csv', operator, empty)).text).toMatch(/^[a-z_,]+\r\n$/);
  });

  it('refuses invalid parameters', async () => {
    expect(fieldsOf(await exported('orders', 'format=xml'))).toEqual(['format']);
    expect(fieldsOf(await exported('orders', 'limit=5'))).toEqual(['limit']);
    const range = 'from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z';
    expect(outcomeOf(await exported('usage', range))).toBe('422 INVALID_RANGE');
  });

  it('accepts access tokens, any media type, and HEAD without reading rows', async () => {
    const token = await developer.token({ tenants: [client.tenant.slug] });
    const path = tenantPath(client, '/orders/export');
    expect((await token.get(path, { Accept: 'text/csv' })).text).toContain('formula.com');
    expect(await token.call({ method: 'HEAD', path })).toMatchObject({ status: 200, text: '' });
  });
});

describe('long export', () => {
  let long: Client;
  beforeAll(async () => {
    long = await sandbox.tenant();
    await sandbox.rows(FILL_LOG, [long.tenant.id, ROWS]);
  });

  it('is complete, and in the order of the log', async () => {
    const { body } = await unread(long);
    const rows = (await body.json()) as { request_id: string }[];
    expect(rows).toHaveLength(ROWS);
    expect(rows.every(({ request_id }, index) => request_id === `req_${index + 1}`)).toBe(true);
  });

  it('reads rows and holds a snapshot only while the client reads', async () => {
    const { body } = await unread(long);
    const snapshots = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (backend_xmin IS NOT NULL OR state = 'idle in transaction') AND query LIKE '%usage.requests%'`;
    await eventually(async () => expect(await sandbox.rows(snapshots)).toEqual([]));
    // Rows that were not read yet can still be removed.
    await sandbox.rows(`DELETE FROM usage.requests WHERE tenant_id = $1 AND request_id LIKE 'req_19___'`, [
      long.tenant.id,
    ]);
    expect(((await body.json()) as unknown[]).length).toBeLessThan(ROWS);
  });

  it('destroys the connection when the database fails', async () => {
    const { body } = await unread(long, 'csv');
    await sandbox.rows('ALTER TABLE usage.requests RENAME TO hidden');
    await expect(body.text()).rejects.toThrow();
    await sandbox.rows('ALTER TABLE usage.hidden RENAME TO requests');
    expect(sandbox.log).toContainEqual(expect.objectContaining({ msg: 'export interrupted' }));
  });

  it('runs twice per tenant, and ends when the client cancels it', async () => {
    const [first, second] = [await unread(long), await unread(long)];
    const operator = await sandbox.person({ role: 'operator' });
    const refused = await exported('orders', '', operator, long);
    expect([outcomeOf(refused), refused.headers['retry-after']]).toEqual(['429 TOO_MANY_EXPORTS', '5']);
    expect((await exported('orders')).status).toBe(200);
    first.body.destroy();
    await eventually(async () => expect((await exported('orders', '', operator, long)).status).toBe(200));
    second.body.destroy();
    await eventually(async () => {
      expect((await exported('orders', '', operator, long)).status).toBe(200);
      expect((await unread(long)).statusCode).toBe(200);
    });
  });
});
