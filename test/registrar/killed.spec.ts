import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_HOOK } from '../processes/killable-api.js';
import { type Environment, runCliJson, type Service, startService } from '../processes/nameyard.js';
import { registerCleanup } from '../support/cleanup.js';
import type { Client } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { waitFor } from '../support/eventually.js';
import { freePort, temporaryFolder } from '../support/paths.js';
import type { Sandbox } from '../support/sandbox.js';
import { environmentOf, openRegistrar, REGISTRANT } from './installation.js';

/** The full form has 200 purchases and 10 kills: LIVE_PURCHASES=200 LIVE_KILLS=10. A fifth of the purchases are renewals. */
const PURCHASES = Number(process.env['LIVE_PURCHASES'] ?? 25);
const KILLS = Number(process.env['LIVE_KILLS'] ?? 2);
const BUYERS = 16;

const FAULTS = [
  { kind: 'reset', phase: 'before' },
  { kind: 'reset', phase: 'after' },
  { kind: 'error', code: 'INTERNAL_ERROR' },
  { kind: 'truncate', bytes: 10 },
  { kind: 'error', code: 'SERVICE_UNAVAILABLE', phase: 'after' },
  { kind: 'delay', ms: 500 },
  { kind: 'hang', phase: 'after' },
];

/** The operations of which a purchase consists at the registrar. */
const OPERATIONS = ['search', 'order', 'renew', 'checkout'];

let registrar: Sandbox;
let account: Client;
let database: TestDatabase;
let env: Environment;
let live: Service;
let key: string;

beforeAll(async () => {
  ({ registrar, account } = await openRegistrar());
  database = await createDatabase();
  registerCleanup(() => database.drop());
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder(),
    PORT: String(await freePort()),
    ...environmentOf(registrar, account),
    REGISTRAR_TIMEOUT: '2s',
    REGISTRAR_SETTLE: '10s',
    REGISTRAR_RATE_LIMIT: '1000000',
    REGISTRAR_DAILY_LIMIT: '1000000',
  };
  live = await startService(env);
  const tenant = ['--tenant', 'demo'];
  await runCliJson(['registrar', 'credit', ...tenant, '--amount', '100000', '--reason', 'a test'], env);
  await runCliJson(['registrar', 'limit', ...tenant, '--daily', '100000'], env);
  await runCliJson(['registrar', 'on', '--reason', 'a test'], env);
  const permissions = 'registrar.search,registrar.order,registrar.checkout';
  const options = ['--scope', 'live', '--permissions', permissions, '--limit', '1000000'];
  key = (await runCliJson<{ key: string }>(['keys', 'create', ...tenant, ...options], env)).key;
});

/** Calls the live API until it answers with a success. The service can be killed at any time. */
async function call<Data>(path: string, body: object, idempotencyKey: string): Promise<Data> {
  for (;;) {
    const headers = {
      Authorization: `Bearer ${key}`,
      'X-Tenant': 'demo',
      'Content-Type': 'application/json',
      'X-Idempotency-Key': idempotencyKey,
    };
    const url = `http://127.0.0.1:${env['PORT']}/api/v1/registrar/${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response?.ok && text) return (JSON.parse(text) as { data: Data }).data;
    if (response && response.status < 500 && response.status !== 409) throw new Error(text);
    await sleep(100);
  }
}

interface Purchase {
  domain: string;
  isRenewal: boolean;
}

/** Orders and pays; repeats each call with its key until it is acknowledged. Returns the ID of the order. */
async function buy({ domain, isRenewal }: Purchase): Promise<string> {
  const name = `${domain}-${isRenewal}`;
  const { order_id } = await (isRenewal
    ? call<{ order_id: string }>('domains/renew', { domain, years: 1 }, `order-${name}`)
    : call<{ order_id: string }>('domains/order', { domain, years: 1, owner: REGISTRANT }, `order-${name}`));
  const payment = { method: 'account', reference: name };
  await call('domains/checkout', { order_id, payment }, `pay-${name}`);
  return order_id;
}

/** Runs purchases, 16 at a time, and returns the IDs of their orders. */
async function buyAll(purchases: Purchase[]): Promise<string[]> {
  const left = [...purchases];
  const ids: string[] = [];
  const buyers = Array.from({ length: BUYERS }, async () => {
    for (let next = left.shift(); next; next = left.shift()) ids.push(await buy(next));
  });
  await Promise.all(buyers);
  return ids;
}

const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(sql, values)).rows as Row[];

const unfinished = () => rows(`SELECT id FROM registrar.orders WHERE domain_status = 'pending'`);

/** Makes every third call of each operation at the registrar fail, until `stop`. Returns the number of faults. */
function breakCalls() {
  let added = 0;
  let isStopped = false;
  const fill = async () => {
    while (!isStopped) {
      const { data } = (await account.raw({ method: 'GET', path: '/api/v1/sandbox/control/faults' })).body;
      const active = new Set(
        (data.faults as { match: { operation: string }; times_left?: number }[]).map(({ match }) => match.operation),
      );
      for (const operation of OPERATIONS.filter(name => !active.has(name)))
        for (let n = 0; n < 20; n++) {
          const rule = { match: { operation }, fault: FAULTS[added++ % FAULTS.length], skip: 3 * n + 2, times: 1 };
          await account.raw({ path: '/api/v1/sandbox/control/faults', body: rule });
        }
      await sleep(200);
    }
  };
  const filling = fill();
  return {
    stop: async () => {
      isStopped = true;
      await filling;
      await account.raw({ method: 'DELETE', path: '/api/v1/sandbox/control/faults' });
    },
  };
}

/** A process of the live side that can kill itself right after one of its commits about purchases. */
const HOOK = { ...KILL_HOOK, KILL_AFTER_WRITES: String.raw`\b(INSERT INTO|UPDATE)\s+registrar\.` };

/** Kills the live side several times, and starts it again: in turn at any time, and right after a commit. */
async function killRepeatedly(isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (kills < KILLS && !isOver()) {
    const { length: before } = await rows('SELECT FROM registrar.steps');
    await waitFor(
      'steps of purchases',
      async () =>
        isOver() || live.program.hasExited || (await rows('SELECT FROM registrar.steps')).length > before + 10,
    );
    live.program.signal('SIGKILL');
    await live.program.exited;
    kills++;
    live = await startService({ ...env, ...HOOK });
    if (kills % 2 === 1 && kills < KILLS) live.program.write(`${kills} x\n`);
  }
  return kills;
}

describe('live purchases with faults of the registrar, while the service is killed', () => {
  it('buy and renew each domain once, and the money is right', async () => {
    const renewed = Array.from({ length: PURCHASES / 5 }, (_, n) => ({ domain: `renewed-${n}.com`, isRenewal: false }));
    const earlier = await buyAll(renewed);
    await waitFor('the first registrations', async () => (await unfinished()).length === 0);

    const word = (n: number) => ({ 0: '-pending-', 1: '-rejected-' })[n % 10] ?? '-';
    const bought = Array.from({ length: PURCHASES - renewed.length }, (_, n) => ({
      domain: `buy${word(n)}${n}.com`,
      isRenewal: false,
    }));
    const faults = breakCalls();
    let isOver = false;
    const buying = buyAll([...renewed.map(({ domain }) => ({ domain, isRenewal: true })), ...bought]).finally(
      () => (isOver = true),
    );
    const kills = await killRepeatedly(() => isOver);
    const ids = [...earlier, ...(await buying)];
    await faults.stop();
    expect(kills).toBeGreaterThan(0);

    const stopped = Date.now();
    await waitFor(
      'the outcome of every order',
      async () => {
        for (const { domain } of await rows<{ domain: string }>(
          `SELECT domain FROM registrar.orders WHERE domain_status = 'pending' AND step = 'poll'`,
        )) {
          const outcome = domain.includes('rejected') ? 'failed' : 'registered';
          await account.raw({ path: '/api/v1/sandbox/control/registry/decide', body: { domain, outcome } });
        }
        return (await unfinished()).length === 0;
      },
      180_000,
    );
    const finalAfterMs = Date.now() - stopped;

    const orders = await rows<{ id: string; domain: string; kind: string; domain_status: string; total: number }>(
      'SELECT id, domain, kind, domain_status, total FROM registrar.orders WHERE id = ANY($1)',
      [ids],
    );
    expect(orders).toHaveLength(PURCHASES + renewed.length);
    const sold = await registrar.rows(
      `SELECT domain, kind, count(*)::int AS count, sum(total)::int AS total FROM orders.orders
       WHERE tenant_id = $1 AND status = 'paid' GROUP BY domain, kind`,
      [account.tenant.id],
    );
    const registered = orders.filter(({ domain_status }) => domain_status === 'registered');
    const facts = (list: { domain: string; kind: string }[]) =>
      list.map(({ domain, kind }) => `${kind} ${domain}`).sort();
    expect(facts(sold)).toEqual(facts(registered));
    expect(sold.filter(({ count }) => count > 1)).toEqual([]);

    const events = await rows<{ key: string; count: number }>(
      'SELECT key, count(*)::int AS count FROM platform.events WHERE key = ANY($1) GROUP BY key',
      [ids],
    );
    expect(events.filter(({ count }) => count !== 1)).toEqual([]);
    expect(events).toHaveLength(orders.length);

    const [money] = await rows<Record<string, string>>('SELECT credit, held, spent FROM registrar.accounts');
    const spent = registered.reduce((sum, { total }) => sum + total, 0);
    expect(money).toEqual({ credit: '10000000', held: '0', spent: String(spent) });
    expect(sold.reduce((sum, { total }) => sum + total, 0)).toBe(spent);
    expect(await runCliJson(['registrar', 'reconcile'], env)).toEqual({ differences: [] });
    if (process.env['LIVE_PURCHASES'])
      process.stderr.write(
        `${orders.length} orders, ${registered.length} registered, ${kills} kills, last outcome ${finalAfterMs} ms after the last fault\n`,
      );
  }, 600_000);
});
