import { Cleanup } from '../../apps/worker/cleanup.js';
import { Charts } from '../../libs/usage/charts/charts.js';
import { DEFAULT_REGISTRY } from '#identity/access';
import { RecordUsage } from '#usage';
import { RollUpHours } from '../../libs/usage/roll-up-hours.js';
import type { Client } from '../support/client.js';
import { concurrently } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.clock.reset());

const rollUp = () => sandbox.app.get(RollUpHours).execute();

/** Sends searches at the given time and waits for the log. */
async function searchAt(client: Client, instant: string, times: number): Promise<void> {
  // Stopped, so that all requests belong to the same hour.
  sandbox.clock.stop();
  sandbox.clock.set(instant);
  await concurrently(times, () => client.search({ domain: 'example.com' }));
  await sandbox.app.get(RecordUsage).flush();
}

const tenantOf = ({ tenant }: Client) => ({
  ...tenant,
  currency: 'USD',
  clock: { mode: 'real' } as const,
  registry: DEFAULT_REGISTRY,
  parentId: null,
  controlDisabled: false,
});

/** Number of requests in the chart of a range. */
async function counted(client: Client, from: string, to: string): Promise<number> {
  const { totals } = await sandbox.app.get(Charts).series(tenantOf(client), { from, to, by: 'status' });
  return totals.requests;
}

async function countPointsWithLatency(client: Client, from: string, to: string): Promise<number> {
  const { p50_ms, points } = await sandbox.app.get(Charts).latency(client.tenant.id, { from, to });
  return p50_ms === null ? 0 : points.filter(point => point.p50_ms !== null).length;
}

const hoursOf = async ({ tenant }: Client) => {
  const rows = await sandbox.rows(
    `SELECT hour, sum(requests)::int AS requests FROM usage.hours WHERE tenant_id = $1 GROUP BY 1 ORDER BY 1`,
    [tenant.id],
  );
  return rows.map(({ hour, requests }) => `${hour.toISOString().slice(11, 16)} ${requests}`);
};

const dueOf = async ({ tenant }: Client) =>
  (await sandbox.rows('SELECT FROM usage.due_hours WHERE tenant_id = $1', [tenant.id])).length;

describe('hourly rollup', () => {
  it('runs after the hour and does not change the totals', async () => {
    const client = await sandbox.tenant();
    await searchAt(client, '2027-03-01T10:05:00Z', 3);
    await searchAt(client, '2027-03-01T10:59:59Z', 4);
    await searchAt(client, '2027-03-01T11:30:00Z', 5);
    const day = ['2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z'] as const;
    const before = [await counted(client, ...day), await countPointsWithLatency(client, ...day)];
    await rollUp();
    expect(await hoursOf(client)).toEqual(['10:00 7']);
    expect(await dueOf(client)).toBe(1);
    expect([await counted(client, ...day), await countPointsWithLatency(client, ...day)]).toEqual(before);
    expect(before).toEqual([12, 2]);
    sandbox.clock.set('2027-03-01T13:00:00Z');
    await rollUp();
    expect(await hoursOf(client)).toEqual(['10:00 7', '11:00 5']);
    expect([await counted(client, ...day), await countPointsWithLatency(client, ...day)]).toEqual(before);
  });

  it('includes late rows and counts none twice', async () => {
    const client = await sandbox.tenant();
    await searchAt(client, '2027-03-02T10:05:00Z', 3);
    sandbox.clock.set('2027-03-02T12:00:00Z');
    await Promise.all([rollUp(), rollUp(), rollUp()]);
    expect(await hoursOf(client)).toEqual(['10:00 3']);
    await searchAt(client, '2027-03-02T10:59:00Z', 2);
    expect(await counted(client, '2027-03-02T10:00:00Z', '2027-03-02T19:00:00Z')).toBe(5);
    sandbox.clock.set('2027-03-02T12:00:00Z');
    await Promise.all([rollUp(), rollUp(), rollUp()]);
    expect(await hoursOf(client)).toEqual(['10:00 5']);
    expect(await dueOf(client)).toBe(0);
    expect(await counted(client, '2027-03-02T10:00:00Z', '2027-03-02T19:00:00Z')).toBe(5);
  });

  it('misses no row that is logged while it runs', async () => {
    const client = await sandbox.tenant();
    await searchAt(client, '2027-03-03T10:05:00Z', 1);
    // The worker's clock is ahead, so the hour is rolled up repeatedly while rows are written.
    let written = 1;
    for (let round = 0; round < 10; round++) {
      sandbox.clock.set('2027-03-03T10:06:00Z');
      await concurrently(5, () => client.search({ domain: 'example.com' }));
      sandbox.clock.set('2027-03-03T12:30:00Z');
      await Promise.all([sandbox.app.get(RecordUsage).flush(), rollUp()]);
      written += 5;
    }
    await rollUp();
    expect(await hoursOf(client)).toEqual([`10:00 ${written}`]);
  });
});

describe('long poll', () => {
  it('is logged without a latency', async () => {
    const client = await sandbox.tenant();
    sandbox.clock.set('2027-03-04T10:05:00Z');
    const { body } = await client.follow();
    await client.follow({ after: body.data.next, wait: 1 });
    await sandbox.app.get(RecordUsage).flush();
    const hour = ['2027-03-04T10:00:00Z', '2027-03-04T11:00:00Z'] as const;
    expect([await counted(client, ...hour), await countPointsWithLatency(client, ...hour)]).toEqual([2, 0]);
  });
});

describe('usage retention', () => {
  it('is 30 days for the log, 7 days for minutes of hours that are rolled up, and a year for hours', async () => {
    const client = await sandbox.tenant();
    await searchAt(client, '2027-05-01T10:05:00Z', 2);
    const left = async (days: number) => {
      sandbox.clock.set('2027-05-01T10:05:00Z');
      sandbox.clock.advance({ days });
      await sandbox.app.get(Cleanup).execute();
      const tables = ['requests', 'minutes', 'minute_latencies', 'hours', 'hour_latencies'];
      const counts = tables.map(table =>
        sandbox.rows(`SELECT count(*)::int AS n FROM usage.${table} WHERE tenant_id = $1`, [client.tenant.id]),
      );
      return (await Promise.all(counts)).map(([{ n }]) => n);
    };
    expect(await left(8)).toEqual([2, 1, 1, 0, 0]);
    await rollUp();
    expect(await left(6)).toEqual([2, 1, 1, 1, 1]);
    expect(await left(8)).toEqual([2, 0, 0, 1, 1]);
    expect(await counted(client, '2027-05-01T00:00:00Z', '2027-05-02T00:00:00Z')).toBe(2);
    expect(await left(31)).toEqual([0, 0, 0, 1, 1]);
    expect(await left(365)).toEqual([0, 0, 0, 1, 1]);
    expect(await left(367)).toEqual([0, 0, 0, 0, 0]);
  });
});
