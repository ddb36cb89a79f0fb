import { randomUUID } from 'node:crypto';
import { RecordUsage } from '#usage';
import { ADA, type Client, ORDER, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.clock.reset());

const logOf = (tenantId: string) =>
  sandbox.rows('SELECT * FROM usage.requests WHERE tenant_id = $1 ORDER BY id', [tenantId]);

describe('request with a known key', () => {
  it('is logged with time, key, operation, outcome and duration', async () => {
    const client = await sandbox.tenant({ permissions: ['sandbox.search', 'sandbox.order'] });
    const id = randomUUID();
    await client.search({ domain: 'example.com' }, { 'X-Request-Id': id });
    await client.order({ domain: 'google.com', years: 1, owner: ADA });
    await client.pay('ord_x');
    await client.search('{');
    const rows = await eventually(async () => {
      const found = await logOf(client.tenant.id);
      expect(found).toHaveLength(4);
      return found;
    });
    expect(rows.map(({ method, route, status, code }) => `${method} ${route} ${status} ${code}`)).toEqual([
      `POST ${SEARCH} 200 null`,
      `POST ${ORDER} 409 DOMAIN_TAKEN`,
      'POST /api/v1/sandbox/domains/checkout 403 PERMISSION_DENIED',
      `POST ${SEARCH} 400 MALFORMED_JSON`,
    ]);
    expect(rows[0]).toMatchObject({ key_id: client.key.id, request_id: id });
    for (const { at, duration_ms } of rows) {
      expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
      expect(duration_ms).toBeGreaterThanOrEqual(0);
      expect(duration_ms).toBeLessThan(60_000);
    }
  });

  it('is counted per minute, key, route, status and code', async () => {
    const client = await sandbox.tenant({ limit: 30 });
    sandbox.clock.set('2027-01-01T10:00:15Z');
    await concurrently(40, () => client.search({ domain: 'example.com' }));
    sandbox.clock.set('2027-01-01T10:01:00Z');
    await client.search({});
    const sql = `SELECT minute, status, code, requests::int FROM usage.minutes
                 WHERE tenant_id = $1 ORDER BY minute, status`;
    const counts = await eventually(async () => {
      const found = await sandbox.rows(sql, [client.tenant.id]);
      expect(found.reduce((sum, { requests }) => sum + requests, 0)).toBe(41);
      return found;
    });
    expect(counts.map(({ minute, status, code, requests }) => [minute.toISOString(), status, code, requests])).toEqual([
      ['2027-01-01T10:00:00.000Z', 200, '', 30],
      ['2027-01-01T10:00:00.000Z', 429, 'RATE_LIMITED', 10],
      ['2027-01-01T10:01:00.000Z', 429, 'RATE_LIMITED', 1],
    ]);
  });
});

describe('request rejected by the kill switch', () => {
  const live = (client: Client, headers: Record<string, string | undefined>) =>
    client.raw({ path: SEARCH.replace('/sandbox/', '/registrar/'), body: { domain: 'example.com' }, headers });

  it('is logged for its key with its request id', async () => {
    const client = await sandbox.tenant({ scope: 'live', limit: 1 });
    const id = randomUUID();
    expect((await live(client, { 'X-Request-Id': id })).body.error.code).toBe('REGISTRAR_DISABLED');
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await eventually(async () => {
      const { body } = await developer.get(tenantPath(client, `/requests?request_id=${id}`));
      expect(body.data.requests).toMatchObject([
        { key: { id: client.key.id }, code: 'REGISTRAR_DISABLED', status: 503 },
      ]);
    });
  });

  it('is not logged if the key is unknown or belongs to another tenant', async () => {
    const [client, other] = [await sandbox.tenant({ scope: 'live' }), await sandbox.tenant()];
    for (const headers of [{ Authorization: 'Bearer ny_live_x' }, { Authorization: 'x' }, { 'X-Tenant': '' }])
      expect((await live(client, headers)).status).toBe(503);
    expect((await live(client, { 'X-Tenant': other.tenant.slug })).status).toBe(503);
    await sandbox.app.get(RecordUsage).flush();
    expect([...(await logOf(client.tenant.id)), ...(await logOf(other.tenant.id))]).toEqual([]);
  });
});

describe('subject of a request', () => {
  it('is the normalized domain and the order, if known', async () => {
    const client = await sandbox.tenant({ limit: 8 });
    await client.search({ domain: ' Bücher-Laden.COM. ' });
    await client.search({ domain: 'ada@example.com' });
    const id = await client.orderOf('about.com');
    await client.order({ domain: 'google.com', years: 1, owner: ADA });
    await client.checkout({ order_id: id, payment: { method: 'test_declined', reference: 'one' } });
    await client.pay(id, 'two');
    await client.pay(id, 'two');
    await client.pay('ada@example.com');
    await client.search({ domain: 'limited.com' });
    const rows = await eventually(async () => {
      const found = await logOf(client.tenant.id);
      expect(found).toHaveLength(9);
      return found;
    });
    expect(
      rows.map(({ status, domain, order_id }) => `${status} ${domain} ${order_id === id ? 'id' : order_id}`),
    ).toEqual([
      '200 xn--bcher-laden-thb.com null',
      '422 null null',
      '201 about.com id',
      '409 google.com null',
      '402 about.com id',
      '200 about.com id',
      '200 about.com id',
      '404 null null',
      '429 null null',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/ada@|Lovelace|ny_sandbox_/);
  });
});

describe('request with an unknown key', () => {
  it('is not logged', async () => {
    const client = await sandbox.tenant();
    const id = randomUUID();
    await client.search({ domain: 'example.com' }, { Authorization: undefined, 'X-Request-Id': id });
    await client.search({ domain: 'example.com' }, { 'X-Tenant': 'somebody-else', 'X-Request-Id': id });
    await client.search({ domain: 'example.com' });
    await eventually(async () => expect(await logOf(client.tenant.id)).toHaveLength(1));
    expect(await sandbox.rows('SELECT FROM usage.requests WHERE request_id = $1', [id])).toHaveLength(0);
  });
});

describe('buffered requests', () => {
  it('are written before the process stops', async () => {
    const process = await startSandbox({ peerOf: sandbox });
    const client = await process.tenant();
    await concurrently(25, () => client.search({ domain: 'example.com' }));
    await process.stop();
    expect(await logOf(client.tenant.id)).toHaveLength(25);
  });
});
