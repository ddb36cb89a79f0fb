import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { Secrets } from '#platform/security/secrets';
import { KILL_HOOK, KillableApi } from '../processes/killable-api.js';
import { type Api, createWorker, type Environment } from '../processes/nameyard.js';
import { Program } from '../processes/program.js';
import { registerCleanup } from '../support/cleanup.js';
import { ADA, Client, FAULTS, HttpClient, ORDERS, REGISTRY, WORLD, WORLDS } from '../support/client.js';
import { DnsServer } from '../support/dns-server.js';
import { eventually, waitFor } from '../support/eventually.js';
import { insertRegistrations } from '../support/insert-registrations.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { outcomeOf } from '../support/outcome.js';
import { CLI } from '../support/paths.js';
import { PortalClient, tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const [FORMER_KEY, KEY] = [randomBytes(32), randomBytes(32)];

/** The process that remains. */
let sandbox: Sandbox;
let operator: PortalClient;
let dns: DnsServer;
let env: Environment;
let killable: KillableApi;
let client: Client;

beforeAll(async () => {
  dns = await DnsServer.start();
  const keys = { encryptionKey: KEY, previousEncryptionKey: FORMER_KEY };
  sandbox = await startSandbox({ settings: { ...keys, dnsServers: [dns.address] } });
  operator = await sandbox.person({ role: 'operator' });
  env = {
    DATABASE_URL: sandbox.database.url,
    DNS_SERVERS: dns.address,
    ENCRYPTION_KEY: KEY.toString('base64'),
    ENCRYPTION_KEY_PREVIOUS: FORMER_KEY.toString('base64'),
  };
  killable = new KillableApi(env);
});
afterEach(() => sandbox.clock.reset());

interface Operation {
  /** Fills the tenant, which is new each time. */
  prepare(): Promise<unknown>;
  /** Performs the operation in a process that is killed after a number of commits. Returns whether it completed before. */
  perform(commits: number): Promise<boolean>;
  /** Requires that the state is consistent and that the operation continues or can be repeated. */
  check(): Promise<unknown>;
}

/**
 * Kills a process after the first commit of an operation, then after the second, until it completes. Returns the number of
 * commits, which is higher if other work of the process commits meanwhile.
 */
async function killAfterEachCommit({ prepare, perform, check }: Operation): Promise<number> {
  for (let count = 1; ; count++) {
    client = await sandbox.tenant();
    await prepare();
    if (await perform(count)) {
      expect(count).toBeGreaterThan(1);
      return count - 1;
    }
    await eventually(async () => expect(await advisoryLocks()).toEqual([]));
    await check();
  }
}

/** Sends a request to an API process. */
const request = (send: (api: Api) => Promise<HttpResponse>) => async (commits: number) => {
  const api = await killable.killAfter(commits);
  const response = await send(api).catch(() => undefined);
  if (response) expect(response.status).toBeLessThan(300);
  else expect((await api.program.exited).signal).toBe('SIGKILL');
  return response !== undefined;
};

const killedAfter = (commits: number) => ({ ...env, ...KILL_HOOK, KILL_AFTER_COMMIT: `${commits} at start` });

/** Runs a worker until it is done. @param writes statements whose commits count */
const work = (writes: RegExp, isDone: () => Promise<boolean>) => async (commits: number) => {
  const worker = createWorker({ ...killedAfter(commits), KILL_AFTER_WRITES: writes.source });
  await waitFor('the work or the end of the worker', async () => worker.hasExited || (await isDone()));
  return (await worker.end()).signal === null;
};

/** Runs a command. */
const run = (args: string[]) => async (commits: number) => {
  const command = new Program(process.execPath, [CLI, ...args], killedAfter(commits));
  const { code, signal } = await command.exited;
  expect(signal ?? code).toBe(signal ? 'SIGKILL' : 0);
  return signal === null;
};

function httpAt(api: Api): HttpClient {
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  return new HttpClient(api.client({ key: '', tenant: '' }).origin, agent);
}

const clientAt = (api: Api) => new Client(httpAt(api), client.tenant, client.key);
const operatorAt = (api: Api) =>
  Object.assign(new PortalClient(httpAt(api), operator.credentials), { cookie: operator.cookie });

const advisoryLocks = () =>
  sandbox.rows(
    `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
  );

const snapshotOf = async (of: Client) => (await of.get(WORLD)).body.data;
const clockOf = async (of: Client) => (await of.getClock()).body.data;
const restore = (snapshot: object, of: Client) => of.raw({ method: 'PUT', path: WORLD, body: snapshot });

/** Waits until orders of the tenant no longer lock its real clock. */
async function expectLocksLifted(tenantId: string): Promise<void> {
  sandbox.clock.advance({ ms: 11_000 });
  const locked = 'SELECT FROM tenancy.clocks WHERE tenant_id = $1 AND locked_since IS NOT NULL';
  await eventually(async () => expect(await sandbox.rows(locked, [tenantId])).toEqual([]));
}

describe('a process that is killed after each commit', () => {
  it('has restored all of a snapshot or nothing', async () => {
    const other = await sandbox.tenant();
    await other.freeze('2030-01-01T00:00:00Z');
    await other.register('shop.com', 2);
    const after = await snapshotOf(other);
    let before: object;
    const commits = await killAfterEachCommit({
      prepare: async () => {
        await client.register('former.com');
        before = await snapshotOf(client);
      },
      perform: request(api => restore(after, clientAt(api))),
      check: async () => {
        expect([before, after]).toContainEqual(await snapshotOf(client));
        await expectLocksLifted(client.tenant.id);
        expect([before, after]).toContainEqual(await snapshotOf(client));
        expect(outcomeOf(await restore(after, client))).toBe('200');
        expect(await snapshotOf(client)).toEqual(after);
      },
    });
    expect(commits).toBeGreaterThanOrEqual(2);
  });

  it('continues an advance without losing or doubling events', async () => {
    const [target, count] = ['2035-01-01T00:00:00.000Z', 2_700];
    const advance = (of: Client) => of.advance({ to: target }, { 'X-Idempotency-Key': 'once' });
    const commits = await killAfterEachCommit({
      prepare: () => insertRegistrations(sandbox, client, { count, firstExpiry: '2034-01-01', secondsBetween: 60 }),
      perform: request(api => advance(clientAt(api))),
      check: async () => {
        const { mode, now } = await clockOf(client);
        expect(mode === 'running' ? now >= target : true).toBe(true);
        expect(outcomeOf(await advance(client))).toBe('200');
        const events = `SELECT type, body::jsonb #>> '{data,domain}' FROM platform.events WHERE tenant_id = $1`;
        expect(await sandbox.rows(events, [client.tenant.id])).toHaveLength(3 * count);
        expect(await sandbox.rows(`SELECT DISTINCT * FROM (${events}) AS e`, [client.tenant.id])).toHaveLength(
          3 * count,
        );
        expect((await clockOf(client)).now >= target).toBe(true);
      },
    });
    // The first one releases the key again, because orders do not lock the clock yet. A slow machine makes smaller batches.
    expect(commits).toBeGreaterThanOrEqual(4);
  });

  describe.each([
    ['a payment that the registry decides later', 'pay', []],
    ['a decision', 'decide', ['domain.registration_failed']],
    ['a cancellation', 'cancel', ['domain.action_required', 'domain.registration_failed']],
    ['an advance to decisions', 'advance', ['domain.registered']],
  ] as const)('in %s', (_, name, types) => {
    it('leaves state, money and event in agreement, and can be repeated', async () => {
      const domain = name === 'cancel' ? 'action-required.com' : 'a-pending.com';
      let id: string;
      const steps = {
        pay: (of: Client) => of.pay(id, 'once'),
        decide: (of: Client) => of.raw({ path: `${REGISTRY}/decide`, body: { domain, outcome: 'failed' } }),
        cancel: (of: Client) => of.raw({ path: `${ORDERS}/${id}/cancel`, body: {} }),
        advance: (of: Client) => of.advance({ to: '2030-01-02T00:00:00Z' }),
      };
      await killAfterEachCommit({
        prepare: async () => {
          await client.freeze('2030-01-01T00:00:00Z');
          id = await client.orderOf(domain);
          if (name !== 'pay') await client.pay(id, 'once');
          if (name === 'cancel') await client.advance({ by: 'PT10S' });
        },
        perform: request(api => steps[name](clientAt(api))),
        check: async () => {
          const again = await steps[name](client);
          expect(['200', '202', '404 NOTHING_PENDING']).toContain(outcomeOf(again));
          const events = await sandbox.rows(`SELECT type FROM platform.events WHERE tenant_id = $1 ORDER BY position`, [
            client.tenant.id,
          ]);
          expect(events.map(({ type }) => type)).toEqual(types);
          const { data: order } = (await client.getOrder(id)).body;
          const isFailed = name === 'decide' || name === 'cancel';
          expect([order.status, order.refund]).toEqual(isFailed ? ['refunded', order.amount] : ['paid', null]);
          expect((await client.getRegistration(domain)).status).toBe(name === 'advance' ? 200 : 404);
        },
      });
    });
  });

  describe.each([
    ['a deletion', 'delete', 'domain.deleted'],
    ['a transfer to another registrar', 'transferOut', 'domain.transferred_away'],
  ] as const)('in %s', (_, name, type) => {
    it('leaves state, money and event in agreement, and can be repeated', async () => {
      const domain = 'plain.com';
      let id: string;
      let auth_code: string;
      const steps = {
        delete: (of: Client) => of.deleteRegistration(domain),
        transferOut: (of: Client) => of.raw({ path: `${REGISTRY}/transfer-out`, body: { domain, auth_code } }),
      };
      await killAfterEachCommit({
        prepare: async () => {
          id = (await client.register(domain)).body.data.order_id;
          await client.updateRegistration(domain, { locked: false });
          ({ auth_code } = (await client.getAuthCode(domain)).body.data);
        },
        perform: request(api => steps[name](clientAt(api))),
        check: async () => {
          expect(['200', '404 REGISTRATION_NOT_FOUND']).toContain(outcomeOf(await steps[name](client)));
          const events = await sandbox.rows(`SELECT type FROM platform.events WHERE tenant_id = $1 ORDER BY position`, [
            client.tenant.id,
          ]);
          expect(events.map(event => event.type)).toEqual(['domain.registered', 'domain.updated', type]);
          const { data: order } = (await client.getOrder(id)).body;
          const isRefunded = name === 'delete';
          expect([order.status, order.refund]).toEqual(isRefunded ? ['refunded', order.amount] : ['paid', null]);
          expect((await client.getRegistration(domain)).status).toBe(404);
          expect(await client.statusOf(domain)).toBe('available');
        },
      });
    });
  });

  it('has set a clock or left it real', async () => {
    await killAfterEachCommit({
      prepare: async () => {},
      perform: request(api => clientAt(api).setClock({ mode: 'running' })),
      check: async () => {
        const { mode } = await clockOf(client);
        await expectLocksLifted(client.tenant.id);
        expect((await clockOf(client)).mode).toBe(mode);
        const [{ changes }] = await sandbox.rows(
          'SELECT count(*)::int AS changes FROM testcontrol.clock_changes WHERE tenant_id = $1',
          [client.tenant.id],
        );
        expect(mode).toBe(changes === 0 ? 'real' : 'running');
      },
    });
  });

  it('leaves a reset that is recorded and can be repeated', async () => {
    const reset = (by: PortalClient) => by.post(tenantPath(client, '/reset'), { confirm: client.tenant.slug });
    const entries = () =>
      sandbox.rows(`SELECT after FROM platform.audit WHERE tenant_id = $1 AND action = 'world.reset'`, [
        client.tenant.id,
      ]);
    const once = { 'X-Idempotency-Key': 'once' };
    const order = () => client.order({ domain: 'shop.com', years: 1, owner: ADA }, once);
    const pay = async () => client.pay((await order()).body.data.order_id, 'reference', once);
    await killAfterEachCommit({
      prepare: async () => {
        await client.freeze('2030-01-01T00:00:00Z');
        expect(outcomeOf(await pay())).toBe('200');
        await client.raw({ path: FAULTS, body: { match: {}, fault: { kind: 'hang' } } });
      },
      perform: request(api => reset(operatorAt(api))),
      check: async () => {
        expect(await entries()).toHaveLength(1);
        expect((await clockOf(client)).mode).toBe('real');
        expect(outcomeOf(await reset(operator))).toBe('200');
        expect(await entries()).toHaveLength(2);
        expect(await snapshotOf(client)).toEqual({
          version: 1,
          clock: { mode: 'real' },
          orders: [],
          registrations: [],
          faults: [],
        });
        expect(outcomeOf(await pay())).toBe('200');
      },
    });
  });

  it('leaves at most a world that can be ended', async () => {
    const clock = { mode: 'frozen', now: '2035-01-01T00:00:00Z' };
    const create = (of: Client) => of.raw({ path: WORLDS, body: { from: 'copy', clock, ttl: 'PT1M' } });
    const worlds = async () => (await client.get(WORLDS)).body.data.worlds;
    const commits = await killAfterEachCommit({
      prepare: () => client.register('shop.com'),
      perform: request(api => create(clientAt(api))),
      check: async () => {
        const [world, ...more] = await worlds();
        expect([world.orders, more]).toEqual([1, []]);
        const [{ id, mode }] = await sandbox.rows(
          'SELECT t.id, c.mode FROM tenancy.tenants t JOIN tenancy.clocks c ON c.tenant_id = t.id WHERE t.slug = $1',
          [world.tenant],
        );
        expect(mode).not.toBe('running');
        await expectLocksLifted(id);
        expect(outcomeOf(await create(client))).toBe('201');
        expect(outcomeOf(await client.raw({ method: 'DELETE', path: `${WORLDS}/${world.tenant}` }))).toBe('200');
      },
    });
    expect(commits).toBeGreaterThanOrEqual(3);
  });

  it('has ended a world', async () => {
    let world: Client;
    const end = (by: PortalClient) => by.delete(tenantPath(client, `/worlds/${world.tenant.slug}`));
    await killAfterEachCommit({
      prepare: async () => void (world = await sandbox.world(client)),
      perform: request(api => end(operatorAt(api))),
      check: async () => {
        expect(outcomeOf(await world.search({ domain: 'shop.com' }))).toMatch(/^401/);
        expect(outcomeOf(await end(operator))).toBe('404 WORLD_NOT_FOUND');
      },
    });
  });

  it('leaves a world of a scenario that ends by itself', async () => {
    client = await sandbox.tenant();
    const worlds = async () => (await client.get(WORLDS)).body.data.worlds;
    const play = request(api => operatorAt(api).post(tenantPath(client, '/scenarios/search.taken.word/run')));
    expect(await play(1)).toBe(false);
    const [{ created_at, expires_at }] = await worlds();
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBeLessThanOrEqual(120_000);
    sandbox.clock.advance({ minutes: 3 });
    await eventually(async () => expect(await worlds()).toEqual([]));
  });

  it('lets another worker remove an ended world', async () => {
    let world: Client;
    const rows = () =>
      sandbox.rows(
        `SELECT id FROM tenancy.tenants WHERE id = $1 UNION ALL SELECT id FROM orders.orders WHERE tenant_id = $1
         UNION ALL SELECT reference FROM checkout.payments WHERE tenant_id = $1
         UNION ALL SELECT domain FROM domains.registrations WHERE tenant_id = $1
         UNION ALL SELECT id FROM api_keys.keys WHERE tenant_id = $1`,
        [world.tenant.id],
      );
    const commits = await killAfterEachCommit({
      prepare: async () => {
        sandbox.clock.advance({ minutes: -10 });
        world = await sandbox.world(client);
        await world.register('shop.com');
        const end = `UPDATE tenancy.tenants SET expires_at = now() - interval '6 s' WHERE id = $1`;
        await sandbox.rows(end, [world.tenant.id]);
      },
      perform: work(/DELETE FROM (checkout|orders|tenancy)\./, async () => (await rows()).length === 0),
      check: async () => {
        sandbox.clock.reset();
        await eventually(async () => expect(await rows()).toEqual([]));
      },
    });
    expect(commits).toBeGreaterThanOrEqual(3);
  });

  it('lets another worker repeat the check of a host', async () => {
    let host: string;
    const state = async () =>
      (await sandbox.rows('SELECT state FROM tenancy.hosts WHERE host = $1', [host])).map(({ state }) => state);
    const commits = await killAfterEachCommit({
      prepare: async () => {
        sandbox.clock.advance({ minutes: -10 });
        host = `${client.tenant.slug}.example`;
        const { body } = await operator.post(tenantPath(client, '/hosts'), { host });
        const { name, value } = body.data.txt_record;
        dns.set(name, value);
      },
      perform: work(/UPDATE "?tenancy"?\."?hosts/, async () => (await state())[0] === 'verified'),
      check: async () => {
        sandbox.clock.reset();
        sandbox.clock.advance({ minutes: 2 });
        await eventually(async () => expect(await state()).toEqual(['verified']));
        const entries = `SELECT FROM platform.audit WHERE tenant_id = $1 AND action = 'host.verify'`;
        expect(await sandbox.rows(entries, [client.tenant.id])).toHaveLength(1);
      },
    });
    expect(commits).toBeGreaterThanOrEqual(2);
  });

  it('has recorded the rotation of the encryption key with its audit entry', async () => {
    const idOf = (encryptionKey: Buffer) => new Secrets({ encryptionKey, dataDir: '' }).keyId;
    const key = async () => (await sandbox.rows('SELECT key_id FROM platform.installation'))[0].key_id;
    const entries = () => sandbox.rows(`SELECT after FROM platform.audit WHERE action = 'encryption-key.rotate'`);
    await killAfterEachCommit({
      prepare: () => sandbox.rows('UPDATE platform.installation SET key_id = $1', [idOf(FORMER_KEY)]),
      perform: run(['encryption-key', 'rotate']),
      check: async () => {
        expect(await key()).toBe(idOf(KEY));
        expect(await entries()).toHaveLength(1);
      },
    });
  });
});
