import { RecordUsage } from '#usage';
import type { LimitsView, SeriesView } from '#usage/contract';
import { type Client } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.clock.reset());

/** Three requests of a key with a limit of 2 and one of another key, ten seconds apart; the last one is refused. */
async function exceedLimit(): Promise<{ client: Client; other: Client }> {
  const client = await sandbox.tenant({ limit: 2 });
  const other = await sandbox.key(client.tenant);
  const senders = [client, other, client, client];
  for (const [index, sender] of senders.entries()) {
    sandbox.clock.reset();
    sandbox.clock.set(`2027-06-01T14:03:${index}0.250Z`);
    sandbox.clock.stop();
    await sender.search({ domain: 'limited.com' }, { 'User-Agent': index === 3 ? 'import/2' : 'shop/1' });
  }
  await sandbox.app.get(RecordUsage).flush();
  sandbox.clock.reset();
  sandbox.clock.set('2027-06-01T15:00:00Z');
  return { client, other };
}

async function get<View>(client: Client, path: string, memberOf = client): Promise<View> {
  const developer = await sandbox.person({ role: 'developer', tenants: [memberOf] });
  const { status, body } = await developer.get(tenantPath(client, `/usage/${path}`));
  expect(status).toBe(200);
  return body.data;
}

const SECONDS = 'from=2027-06-01T14:03:20Z&to=2027-06-01T14:04:35Z';

describe('limits', () => {
  it('count the requests of the last minute for each second, and the senders', async () => {
    const { client, other } = await exceedLimit();
    const { step_seconds, lines, exceeded, senders } = await get<LimitsView>(client, `limits?${SECONDS}`);
    expect(step_seconds).toBe(1);
    expect(lines.map(({ key, limit, points }) => [key.id, limit, points.length])).toEqual([
      [client.key.id, 2, 75],
      [other.key.id, 100_000, 75],
    ]);
    const at = (time: string) => lines[0]!.points.find(point => point.at === `2027-06-01T14:${time}.000Z`);
    expect(at('03:29')).toMatchObject({ requests: 2, refused: 0 });
    expect(at('03:30')).toMatchObject({ requests: 3, refused: 1 });
    expect(at('04:00')).toMatchObject({ requests: 2, refused: 0 });
    expect(at('04:30')).toMatchObject({ requests: 0, refused: 0 });
    expect(exceeded).toMatchObject([
      { at: expect.stringContaining('T14:03:30.'), key: { id: client.key.id }, limit: 2, refused: 1 },
    ]);
    expect(senders.map(({ user_agent, refused }) => [user_agent, refused])).toEqual(
      expect.arrayContaining([
        ['shop/1', 0],
        ['import/2', 1],
      ]),
    );
  });

  it('count calendar minutes in a longer range, and find the minute that exceeded the limit in any range', async () => {
    const { client, other } = await exceedLimit();
    const hour = await get<LimitsView>(client, 'limits?from=2027-06-01T14:00:00Z&to=2027-06-01T14:30:00Z');
    expect(hour.lines[0]!.points[3]).toEqual({ at: '2027-06-01T14:03:00.000Z', requests: 3, refused: 1 });
    expect(hour.senders).toEqual([]);
    const day = await get<LimitsView>(client, 'limits');
    expect(day).toMatchObject({ step_seconds: 3_600, lines: [], exceeded: hour.exceeded });
    expect(day.exceeded).toHaveLength(1);
    const ofOther = await get<LimitsView>(client, `limits?${SECONDS}&key=${other.key.id}`);
    expect(ofOther).toMatchObject({ lines: [{ key: { id: other.key.id } }], exceeded: [], senders: [] });
  });

  it('do not show requests of other tenants, or those that a fault answered with 429', async () => {
    await exceedLimit();
    const client = await sandbox.tenant();
    await client.search({ domain: 'a.com' }, { 'Sandbox-Fault': 'error;code=RATE_LIMITED' });
    await sandbox.app.get(RecordUsage).flush();
    const { lines, exceeded } = await get<LimitsView>(
      client,
      'limits?from=2027-06-01T14:59:00Z&to=2027-06-01T15:02:00Z',
    );
    expect(lines.map(({ key }) => key.id)).toEqual([client.key.id]);
    expect(exceeded).toEqual([]);
  });
});

describe('chart of seconds', () => {
  it('counts the requests of the log', async () => {
    const { client } = await exceedLimit();
    const { step_seconds, series, totals } = await get<SeriesView>(client, `series?${SECONDS}&key=${client.key.id}`);
    expect([step_seconds, totals.requests]).toEqual([1, 2]);
    expect(series.map(({ name, points }) => [name, points.findIndex(({ requests }) => requests > 0)])).toEqual([
      ['2xx', 0],
      ['4xx', 10],
    ]);
    const { errors } = await get<{ errors: object[] }>(client, `errors?${SECONDS}`);
    expect(errors).toMatchObject([
      { code: 'RATE_LIMITED', requests: 1, last_at: expect.stringContaining('T14:03:30.') },
    ]);
    const { p50_ms } = await get<{ p50_ms: number }>(client, `latency?${SECONDS}`);
    expect(p50_ms).toBeGreaterThan(0);
  });

  it('counts the requests of a world', async () => {
    const client = await sandbox.tenant();
    sandbox.clock.reset();
    const world = await sandbox.world(client);
    await world.search({ domain: 'a.com' });
    await sandbox.app.get(RecordUsage).flush();
    const from = new Date(Date.now() - 60_000).toISOString();
    const { step_seconds, totals } = await get<SeriesView>(world, `series?from=${from}`, client);
    expect([step_seconds, totals.requests]).toEqual([1, 1]);
  });
});
