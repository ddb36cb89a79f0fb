import type { ServiceClient, ServiceResponse } from '../processes/client.js';
import { concurrently, countOutcomes } from '../support/outcome.js';
import { type Api, runCliJson, type Environment, startApi } from '../processes/nameyard.js';
import { grantKey } from '../processes/keys.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';

/** Many times `DATABASE_TIMEOUT`, so that a slow machine does not matter; a request that waits for PostgreSQL takes longer. */
const MAX_MS = 15_000;

let postgres: Postgres;
let env: Environment;
let api: Api;
let client: ServiceClient;

beforeAll(async () => {
  postgres = await startPostgres();
  // The command line has a longer timeout.
  env = { DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  api = await startApi({ ...env, DATABASE_TIMEOUT: '1s' });
  client = api.client(await grantKey(postgres));
});

const usageRows = async (): Promise<number> =>
  Number((await postgres.query<{ n: string }>('SELECT count(*) AS n FROM usage.requests'))[0]?.n);

/** Expects 503 with the error envelope, in time. */
function expectUnavailable(responses: ServiceResponse[]): void {
  for (const { status, code, headers, body } of responses) {
    expect({ status, code, success: body.success, data: body.data }).toEqual({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      success: false,
      data: null,
    });
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
  expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(MAX_MS);
}

/** Tries each call once, then all of them concurrently. */
async function expectUnavailableApi(orderId: string): Promise<void> {
  const calls = [
    () => client.search('example.com'),
    () => client.order(`away-${Math.random()}.com`.replace('0.', '')),
    () => client.checkout(orderId, 'away'),
  ];
  for (const call of calls) expectUnavailable([await call()]);
  expectUnavailable(await concurrently(64, index => calls[index % calls.length]!()));
  expect(await client.statusOf('/health/live')).toBe(200);
  expect(await client.statusOf('/health/ready')).toBe(503);
}

async function expectRecovered(orderId: string, reference: string): Promise<void> {
  await eventually(async () => expect(await client.statusOf('/health/ready')).toBe(200));
  await eventually(async () => expect((await client.checkout(orderId, reference)).code).toBe('ok'));
}

/** Waits until the API listens for notifications on one connection; from then on it relies on its caches. */
async function waitForListener(): Promise<void> {
  await eventually(async () => {
    const listeners = await postgres.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'nameyard listen' AND state = 'idle'`,
    );
    expect(listeners).toHaveLength(1);
  });
  // The response proves that the API has processed the result of LISTEN.
  await expectSearch(client, 'ok');
}

// A pause of the machine can exceed `DATABASE_TIMEOUT`, so requests that a test needs only for its setup are repeated.

const expectSearch = (by: ServiceClient, code: string, timeoutMs?: number) =>
  eventually(async () => expect((await by.search('example.com')).code).toBe(code), timeoutMs);

const openOrder = (name: string): Promise<string> =>
  eventually(async () => {
    const { code, body } = await client.order(name);
    expect(code).toBe('ok');
    return String(body.data?.order_id);
  });

describe('PostgreSQL stops during requests', () => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const)
    it(`answers every request, then returns 503 in time, and recovers (${signal})`, async () => {
      const order = await openOrder(`midst-${signal.toLowerCase()}.com`);
      await eventually(async () => {
        const responses = await concurrently(16, () => client.search('example.com'));
        expect(countOutcomes(responses)).toEqual({ 200: 16 });
      });
      let over = false;
      const codes = new Set<string>();
      const callers = concurrently(16, async index => {
        while (!over) codes.add((await client.order(`midst-${signal.toLowerCase()}-${index}.com`)).code);
      });
      await eventually(() => expect(codes).toContain('ok'));
      await postgres.stop(signal);
      await expectUnavailableApi(order);
      over = true;
      await callers;
      expect([...codes].sort()).toEqual(['SERVICE_UNAVAILABLE', 'ok']);
      await postgres.startAgain();
      await expectRecovered(order, `midst-${signal}`);
    });
});

describe('PostgreSQL hangs', () => {
  it('returns 503 in time and recovers', async () => {
    const order = await openOrder('hanging.com');
    postgres.pause();
    try {
      await expectUnavailableApi(order);
      // The API now knows that PostgreSQL hangs: it must not use cached keys, and requests must not become slower.
      await expectUnavailableApi(order);
    } finally {
      postgres.resume();
    }
    await expectRecovered(order, 'hanging');
  });

  it('loses no line of the request log', async () => {
    await eventually(async () => expect(await usageRows()).toBeGreaterThan(0));
    const before = await usageRows();
    let rounds = 0;
    // Repeated if a pause of the machine has disabled the caches.
    const id = await eventually(async () => {
      const id = `while-it-hangs-${rounds++}`;
      await waitForListener();
      // Requests answered from the cache without PostgreSQL are logged later.
      postgres.pause();
      const responses = await concurrently(5, () => client.searchInvalid(id)).finally(() => postgres.resume());
      expect(responses.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'VALIDATION_FAILED'));
      return id;
    });
    await eventually(async () => {
      const rows = await postgres.query('SELECT FROM usage.requests WHERE request_id = $1', [id]);
      expect(rows).toHaveLength(5);
    });
    expect(await usageRows()).toBeGreaterThanOrEqual(before + 5);
  });
});

describe('LISTEN connection', () => {
  it('enforces a revocation after all connections are cut', async () => {
    const { id, ...credentials } = await grantKey(postgres);
    const other = api.client(credentials);
    await waitForListener();
    await expectSearch(other, 'ok');
    await postgres.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await expectSearch(other, 'ok');
    await runCliJson(['keys', 'revoke', id], env);
    await expectSearch(other, 'API_KEY_INVALID', NOTIFICATION_MS);
  });
});
