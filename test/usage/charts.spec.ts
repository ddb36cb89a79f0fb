import { Receivers, WebhooksModule } from '#webhooks';
import { RecordUsage } from '#usage';
import { ADA, CHECKOUT, type Client, ORDER, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1) };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
});
afterEach(() => sandbox.clock.reset());

/** A tenant with a developer. */
async function newTenant(): Promise<{ client: Client; developer: PortalClient }> {
  const client = await sandbox.tenant();
  return { client, developer: await sandbox.person({ role: 'developer', tenants: [client] }) };
}

const written = () => sandbox.app.get(RecordUsage).flush();

const get = async (developer: PortalClient, client: Client, path: string) => {
  const { status, body } = await developer.get(tenantPath(client, `/usage/${path}`));
  expect(status).toBe(200);
  return body.data;
};

describe('overview', () => {
  it('is empty for a tenant without requests', async () => {
    const { client, developer } = await newTenant();
    const nothing = { requests: 0, errors: 0, p95_ms: null, registrations: 0, before: null };
    expect(await get(developer, client, 'overview')).toEqual({
      ranges: { hour: nothing, day: nothing, week: nothing },
      keys: 1,
      receivers: 0,
      first_request_at: null,
      first_registration_at: null,
    });
  });

  it('and charts of a world count only its own requests', async () => {
    const { client, developer } = await newTenant();
    const [world, other] = [await sandbox.world(client), await sandbox.world(client)];
    await world.register('in-a-world.com');
    await world.search({ domain: 'not a domain' });
    await other.search({ domain: 'another.com' });
    await written();
    const { ranges, first_request_at, first_registration_at } = await get(developer, world, 'overview');
    expect(ranges.week).toMatchObject({ requests: 3, errors: 1, p95_ms: expect.any(Number), registrations: 1 });
    expect(Date.now() - Date.parse(first_request_at)).toBeLessThan(60_000);
    expect(first_registration_at).not.toBeNull();
    const day = await get(developer, world, 'series?by=endpoint');
    expect(day.totals).toEqual({ requests: 3, errors: 1 });
    expect((await get(developer, world, 'errors')).errors).toMatchObject([{ code: 'INVALID_DOMAIN', requests: 1 }]);
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
    expect((await get(developer, world, `latency?from=${from}`)).p99_ms).toBeGreaterThan(0);
    // With the requests that created the worlds.
    expect((await get(developer, client, 'overview')).ranges.week.requests).toBe(6);
  });

  it('returns the last hour, day and week', async () => {
    const { client, developer } = await newTenant();
    await sandbox.app.get(Receivers).add(client.tenant.id, { url: 'http://127.0.0.1:9/' }, TESTER);
    sandbox.clock.advance({ days: -3 });
    await client.register('overview.com');
    await written();
    sandbox.clock.advance({ days: 3, hours: -5 });
    await client.order({ domain: 'google.com', years: 1, owner: ADA });
    await written();
    sandbox.clock.reset();
    await client.search({ domain: 'overview.com' });
    await written();
    await eventually(async () => {
      const { ranges, receivers, first_request_at, first_registration_at } = await get(developer, client, 'overview');
      expect(receivers).toBe(1);
      expect(Date.now() - Date.parse(first_request_at)).toBeGreaterThan(2 * 86_400_000);
      expect(Date.now() - Date.parse(first_registration_at)).toBeGreaterThan(2 * 86_400_000);
      expect(ranges.hour).toMatchObject({ requests: 1, errors: 0, p95_ms: expect.any(Number), registrations: 0 });
      expect(ranges.day).toMatchObject({ requests: 2, errors: 1, registrations: 0 });
      expect(ranges.week).toMatchObject({ requests: 4, errors: 1, registrations: 1 });
    });
  });

  it('compares with the period before, unless it has no requests or the tenant did not exist', async () => {
    sandbox.clock.advance({ days: -4 });
    const client = await sandbox.tenant();
    sandbox.clock.advance({ days: 2, hours: 12 });
    await client.register('period-before.com');
    await client.search({ domain: 'not a domain' });
    await written();
    sandbox.clock.reset();
    await client.search({ domain: 'period-before.com' });
    await written();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await eventually(async () => {
      const { hour, day, week } = (await get(developer, client, 'overview')).ranges;
      expect(hour).toMatchObject({ requests: 1, before: null });
      expect(day).toMatchObject({ requests: 1, errors: 0, registrations: 0 });
      expect(day.before).toEqual({ requests: 3, errors: 1, p95_ms: expect.any(Number), registrations: 1 });
      expect(week).toMatchObject({ requests: 4, before: null });
    });
  });
});

describe('request chart', () => {
  it('has a series per class, endpoint or key with a point per step', async () => {
    const { client, developer } = await newTenant();
    const other = await sandbox.key(client.tenant);
    sandbox.clock.set('2027-06-01T10:30:00Z');
    await other.search({ domain: 'chart.com' });
    await client.search({ domain: 'chart.com' });
    await client.search({ domain: 'no name at all' });
    sandbox.clock.set('2027-06-01T12:10:00Z');
    await client.orderOf('chart.com');
    await written();
    await developer.startSession(); // the session has expired
    const range = 'from=2027-06-01T04:00:00Z&to=2027-06-01T13:00:00Z';
    const series = await get(developer, client, `series?${range}&by=status`);
    expect(series).toMatchObject({ step_seconds: 3_600, totals: { requests: 4, errors: 1 } });
    const shown = (lines: { label: string; points: { requests: number }[] }[]) =>
      lines.map(({ label, points }) => `${label}: ${points.map(({ requests }) => requests).join(' ')}`);
    expect(shown(series.series)).toEqual(['2xx succeeded: 0 0 0 0 0 0 2 0 1', '4xx refused: 0 0 0 0 0 0 1 0 0']);
    expect(series.series[0].points[6].at).toBe('2027-06-01T10:00:00.000Z');
    const byEndpoint = await get(developer, client, `series?${range}&by=endpoint`);
    expect(byEndpoint.series.map(({ name, requests }: never) => [name, requests])).toEqual([
      [SEARCH, 3],
      [ORDER, 1],
    ]);
    const byKey = await get(developer, client, `series?${range}&by=key`);
    expect(byKey.series.map(({ name, requests }: never) => [name, requests])).toEqual([
      [client.key.id, 3],
      [other.key.id, 1],
    ]);
    const oneKey = await get(developer, client, `series?${range}&key=${client.key.id}`);
    expect(shown(oneKey.series)).toEqual(['2xx succeeded: 0 0 0 0 0 0 1 0 1', '4xx refused: 0 0 0 0 0 0 1 0 0']);
    expect(byKey.series[0].label).toMatch(/^sandbox key \(ny_sandbox_.{4}….{4}\)$/);
  });

  it('uses minutes for a short range', async () => {
    const { client, developer } = await newTenant();
    sandbox.clock.set('2027-06-02T10:30:30Z');
    await client.search({ domain: 'chart.com' });
    await written();
    await developer.startSession();
    const { step_seconds, series } = await get(developer, client, 'series?from=2027-06-02T10:00:00Z');
    expect(step_seconds).toBe(60);
    expect(series[0].points).toHaveLength(31);
    expect(series[0].points[30].requests).toBe(1);
  });

  it('combines all but the first seven series', async () => {
    const { client, developer } = await newTenant();
    for (let n = 0; n < 9; n++) await (await sandbox.key(client.tenant)).search({ domain: 'chart.com' });
    await written();
    const { series } = await get(developer, client, 'series?by=key');
    expect(series).toHaveLength(8);
    expect(series.at(-1)).toMatchObject({ name: 'other', label: 'all others', requests: 2 });
  });
});

describe('latencies', () => {
  it('are percentiles over time and for the range, for all endpoints or one', async () => {
    const { client, developer } = await newTenant();
    sandbox.clock.set('2027-06-03T10:30:00Z');
    await client.search({ domain: 'latency.com' });
    await written();
    // Replaces the measured values: 90 of 1 ms, 8 of 16 ms, 2 of 256 ms.
    const buckets = `array_fill(0, ARRAY[8]) || 90 || array_fill(0, ARRAY[15]) || 8 || array_fill(0, ARRAY[15]) || 2`;
    await sandbox.rows(`UPDATE usage.minute_latencies SET buckets = ${buckets} WHERE tenant_id = $1`, [
      client.tenant.id,
    ]);
    await developer.startSession();
    const range = 'from=2027-06-03T10:29:00Z&to=2027-06-03T10:35:00Z';
    const { points, ...all } = await get(developer, client, `latency?${range}`);
    expect(all.step_seconds).toBe(60);
    for (const { p50_ms, p95_ms, p99_ms } of [all, points[1]]) {
      expect(Math.abs(p50_ms - 1)).toBeLessThan(0.092);
      expect(Math.abs(p95_ms - 16) / 16).toBeLessThan(0.092);
      expect(Math.abs(p99_ms - 256) / 256).toBeLessThan(0.092);
    }
    expect(points[0]).toEqual({ at: '2027-06-03T10:29:00.000Z', p50_ms: null, p95_ms: null, p99_ms: null });
    const other = await get(developer, client, `latency?${range}&endpoint=${CHECKOUT}`);
    expect(other.p50_ms).toBeNull();
  });
});

describe('errors', () => {
  it('are ranked with advice', async () => {
    const { client, developer } = await newTenant();
    for (const domain of ['one name', 'two names', 'three names']) await client.search({ domain });
    await client.order({ domain: 'google.com', years: 1, owner: ADA });
    await written();
    const { errors } = await get(developer, client, 'errors');
    expect(errors).toEqual([
      {
        code: 'INVALID_DOMAIN',
        status: 422,
        requests: 3,
        last_at: expect.any(String),
        advice: expect.stringContaining('my-shop.com'),
      },
      expect.objectContaining({ code: 'DOMAIN_TAKEN', status: 409, requests: 1 }),
    ]);
    expect(Date.now() - Date.parse(errors[0].last_at)).toBeLessThan(60_000);
  });
});

describe('range', () => {
  it.each([
    ['from=yesterday', '422 VALIDATION_FAILED'],
    ['from=2027-06-01T10:00:00', '422 VALIDATION_FAILED'],
    ['from=2027-06-02T10:00:00Z&to=2027-06-01T10:00:00Z', '422 INVALID_RANGE'],
    ['from=2020-06-02T10:00:00Z&to=2021-06-01T10:00:00Z', '422 INVALID_RANGE'],
    ['from=9999-12-31T12:00:00-12:00', '422 VALIDATION_FAILED'],
    ['from=0000-06-01T00:00:00Z&to=0001-01-01T00:00:00Z', '422 VALIDATION_FAILED'],
    ['from=9999-12-31T00:00:00Z&to=9999-12-31T23:00:00Z', '422 INVALID_RANGE'],
    ['by=colour', '422 VALIDATION_FAILED'],
  ])('%s returns %s', async (query, outcome) => {
    const { client, developer } = await newTenant();
    const { status, body } = await developer.get(tenantPath(client, `/usage/series?${query}`));
    expect(`${status} ${body.error.code}`).toBe(outcome);
  });
});
