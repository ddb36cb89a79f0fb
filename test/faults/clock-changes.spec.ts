import { Agent } from 'undici';
import {
  type Api,
  type Environment,
  newKey,
  runCliJson,
  startApi,
  startWorker,
  startInstallation,
} from '../processes/nameyard.js';
import type { Database } from '../processes/postgres.js';
import { registerCleanup } from '../support/cleanup.js';
import { Client, HttpClient } from '../support/client.js';
import { waitFor } from '../support/eventually.js';
import { holdAfterFirstStep } from '../support/hold-clock.js';
import { insertRegistrations } from '../support/insert-registrations.js';
import { concurrently, countOutcomes, outcomeOf, retryUnavailable } from '../support/outcome.js';

/** Registrations of each tenant. Each has three events; a step records up to 8,000 events. */
const COUNT = 6_000;
const TARGET = '2030-01-01T00:00:00.000Z';

let postgres: Database;
let env: Environment;
let survivor: Api;
let doomed: Api;
let worlds: World[];

type World = Awaited<ReturnType<typeof startWorld>>;

beforeAll(async () => {
  ({ postgres, env } = await startInstallation());
  [survivor, doomed] = await Promise.all([startApi(env), startApi(env)]);
  worlds = await concurrently(3, startWorld);
});

/** A new tenant, and a function that returns its client at a process. */
async function startTenant(slug: string) {
  await runCliJson(['tenants', 'create', slug], env);
  const { id: keyId, key } = await newKey(env, slug);
  const [tenant] = await postgres.query<{ id: string }>('SELECT id FROM tenancy.tenants WHERE slug = $1', [slug]);
  return (api: Api) => {
    const agent = new Agent();
    registerCleanup(() => agent.destroy());
    const { origin } = api.client({ key, tenant: slug });
    return new Client(new HttpClient(origin, agent), { id: tenant!.id, slug }, { id: keyId, value: key });
  };
}

/** A new tenant with a frozen clock and registrations that expire before `TARGET`, and its client at both processes. */
async function startWorld(number: number) {
  const clientAt = await startTenant(`world-${number}`);
  const client = clientAt(survivor);
  await client.freeze('2027-01-01T00:00:00Z');
  const rows = (sql: string, values: unknown[]) => postgres.query(sql, values);
  const spread = { count: COUNT, firstExpiry: '2027-06-01T00:00:00Z', secondsBetween: 3_600 };
  await insertRegistrations({ rows }, client, spread);
  return { client, doomedClient: clientAt(doomed) };
}

interface Recorded {
  id: string;
  at: Date;
  type: string;
  domain: string;
}

const recorded = ({ tenant }: Client) =>
  postgres.query<Recorded>(
    `SELECT id, type, occurred_at AS at, body::jsonb #>> '{data,domain}' AS domain FROM platform.events
     WHERE tenant_id = $1 ORDER BY epoch, transaction_id, position`,
    [tenant.id],
  );

const countEvents = async ({ tenant }: Client): Promise<number> => {
  const sql = 'SELECT count(*)::int AS count FROM platform.events WHERE tenant_id = $1';
  return (await postgres.query<{ count: number }>(sql, [tenant.id]))[0]!.count;
};

const KEY = { 'X-Idempotency-Key': 'long-advance' };

/** Sends an advance of each world to the other process, the first with an idempotency key, and kills it after a step of each. */
async function killDuringAdvances(): Promise<void> {
  const changes = await Promise.all(
    worlds.map(({ doomedClient }, index) =>
      holdAfterFirstStep(postgres.url, doomedClient.tenant.id, () =>
        retryUnavailable(() => doomedClient.advance({ to: TARGET }, index === 0 ? KEY : {})).catch(() => 'killed'),
      ),
    ),
  );
  doomed.program.signal('SIGKILL');
  for (const { change } of changes) expect(await change).toBe('killed');
  await Promise.all(changes.map(({ release }) => release()));
}

/** The clock stands at the last event, and all events before are in the log. */
async function expectHalfway(client: Client): Promise<void> {
  const [{ body }, events] = [await client.getClock(), await recorded(client)];
  expect(body.data).toMatchObject({ mode: 'frozen', now: events.at(-1)!.at.toISOString() });
  const [{ due }] = (await postgres.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM orders.orders, unnest(ARRAY[-720, 0, 720]) AS hours
     WHERE tenant_id = $1 AND expires_at + hours * interval '1 hour' <= $2`,
    [client.tenant.id, body.data.now],
  )) as [{ due: number }];
  // Events of other domains can be due at the same time as the last one.
  expect(due - events.length).toBeGreaterThanOrEqual(0);
  expect(due - events.length).toBeLessThan(3);
  expect(events.length).toBeLessThan(3 * COUNT);
}

async function expectComplete(client: Client): Promise<Recorded[]> {
  const events = await recorded(client);
  expect(events).toHaveLength(3 * COUNT);
  expect(new Set(events.map(({ type, domain }) => `${type} ${domain}`)).size).toBe(3 * COUNT);
  const times = events.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((await client.getClock()).body.data).toMatchObject({ mode: 'frozen', now: TARGET });
  return events;
}

describe('an advance whose process is killed', () => {
  beforeAll(killDuringAdvances);

  it('continues when the call is repeated with its idempotency key', async () => {
    const { client } = worlds[0]!;
    await expectHalfway(client);
    const answers = await Promise.all([1, 2].map(() => client.advance({ to: TARGET }, KEY)));
    expect(countOutcomes(answers)).toEqual({ 200: 2 });
    const events = await expectComplete(client);
    const listed = events
      .slice(0, 1_000)
      .map(({ id, at, type, domain }) => ({ at: at.toISOString(), type, domain, event_id: id }));
    for (const { body } of answers)
      expect(body.data).toMatchObject({ now: TARGET, happened: listed, more: 3 * COUNT - 1_000 });
  });

  it('is completed by another change', async () => {
    const { client } = worlds[1]!;
    await expectHalfway(client);
    const response = await client.advance({ by: 'PT0S' });
    expect(outcomeOf(response)).toBe('200');
    expect(response.body.data).toMatchObject({ now: TARGET, happened: [], more: 0 });
    await expectComplete(client);
  });

  it('is completed by the worker', async () => {
    const { client } = worlds[2]!;
    await expectHalfway(client);
    const worker = await startWorker(env);
    await waitFor('the worker', async () => (await countEvents(client)) === 3 * COUNT);
    await waitFor('the clock', async () => (await client.getClock()).body.data.now === TARGET);
    await expectComplete(client);
    expect((await worker.end()).code).toBe(0);
    expect(outcomeOf(await client.advance({ by: 'P1D' }))).toBe('200');
  });
});

describe('a process that was stopped while a clock left real time', () => {
  it('dates payments by the changed clock', async () => {
    const [clientAt, stopped] = await Promise.all([startTenant('stopped'), startApi(env)]);
    const [client, stoppedClient] = [clientAt(survivor), clientAt(stopped)];
    const orders = await concurrently(20, n => stoppedClient.orderOf(`d${n}.com`));
    stopped.program.signal('SIGSTOP');
    const payments = orders.map(order => stoppedClient.pay(order));
    const { body } = await client.advance({ by: 'P5Y' });
    stopped.program.signal('SIGCONT');
    for (const payment of await Promise.all(payments))
      expect(payment.body.data.registered_at > body.data.now).toBe(true);
  });
});
