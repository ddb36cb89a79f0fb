import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Settings } from '#platform/process/config';
import { Notifications } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { grantKey, type Grant } from '../processes/keys.js';
import { type Api, type Environment, runCliJson, startApi } from '../processes/nameyard.js';
import { type Database, startDatabase } from '../processes/postgres.js';
import { registerCleanup } from '../support/cleanup.js';
import { HttpClient } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { concurrently, countOutcomes, outcomeOf } from '../support/outcome.js';
import { PortalClient } from '../support/portal-client.js';
import { appliesImmediately, repeatWhenSlow } from '../support/repeat-when-slow.js';

const OPERATOR = { id: '', email: 'ada@example.com', password: 'correct horse battery staple' };
const [OK, REVOKED] = ['200', '401 API_KEY_INVALID'];

let postgres: Database;
let env: Environment;
let apis: Api[];
let operators: PortalClient[];

beforeAll(async () => {
  postgres = await startDatabase();
  env = {
    DATABASE_URL: postgres.url,
    BOOTSTRAP_OPERATOR_EMAIL: OPERATOR.email,
    BOOTSTRAP_OPERATOR_PASSWORD: OPERATOR.password,
  };
  await runCliJson(['migrate'], env);
  apis = await concurrently(2, () => startApi(env));
  operators = [];
  for (const api of apis) operators.push(await logIn(api));
});

async function logIn(api: Api): Promise<PortalClient> {
  const { origin } = api.client({ key: '', tenant: '' });
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  return new PortalClient(new HttpClient(origin, agent), OPERATOR).startSession();
}

/** A key, and functions that use it at each process. */
async function cachedKey(grant?: Grant) {
  const key = await grantKey(postgres, grant);
  const searches = apis.map(api => async () => outcomeOf(await api.client(key).search('example.com')));
  const searchAll = () => Promise.all(searches.map(search => search()));
  await eventually(async () => expect(await searchAll()).toEqual([OK, OK]));
  return { ...key, searchAll };
}

const revoke = ({ id, tenant }: { id: string; tenant: string }, operator = operators[0]!) =>
  timed(async () => expect(outcomeOf(await operator.post(`tenants/${tenant}/keys/${id}/revoke`))).toBe('200'));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const cutListeners = () =>
  postgres.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'nameyard listen' AND datname = current_database()`,
  );

/** Waits until both processes listen again. */
async function waitForListeners(): Promise<void> {
  const key = await grantKey(postgres);
  await eventually(async () => expect(await revoke(key)).toBeLessThan(900));
}

describe('the request after a change', () => {
  it('is refused by every process after a key was revoked at any of them', async () => {
    const took: number[] = [];
    for (let round = 0; round < 10; round++) {
      await appliesImmediately(async change => {
        const key = await cachedKey();
        took.push(await change(() => revoke(key, operators[round % 2])));
        expect(await key.searchAll()).toEqual([REVOKED, REVOKED]);
      });
    }
    expect(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(900);
  });

  it('is refused after concurrent changes', () =>
    appliesImmediately(async change => {
      const keys = await concurrently(10, () => cachedKey());
      const outcomes = keys.map(async (key, index) => {
        await change(() => revoke(key, operators[index % 2]));
        return key.searchAll();
      });
      expect((await Promise.all(outcomes)).flat()).toEqual(Array.from({ length: 20 }, () => REVOKED));
    }));

  it('has the changed permissions', () =>
    appliesImmediately(async change => {
      const key = await cachedKey();
      for (const [permissions, outcome] of [
        [['sandbox.order'], '403 PERMISSION_DENIED'],
        [['sandbox.search'], OK],
      ]) {
        await change(() => operators[0]!.patch(`tenants/${key.tenant}/keys/${key.id}`, { permissions }));
        expect(await key.searchAll()).toEqual([outcome, outcome]);
      }
    }));

  it('is refused after the tenant was suspended, and accepted after it was resumed', async () => {
    const suspend = (suspended: boolean, tenant: string) => operators[1]!.patch(`tenants/${tenant}`, { suspended });
    await appliesImmediately(async change => {
      const { tenant } = await grantKey(postgres);
      await change(() => suspend(false, tenant));
      const key = await cachedKey();
      for (const [suspended, outcome] of [
        [true, REVOKED],
        [false, OK],
      ] as const) {
        await change(() => suspend(suspended, key.tenant));
        expect(await key.searchAll()).toEqual([outcome, outcome]);
      }
    });
  });

  it('sees the kill switch', async () => {
    const key = await grantKey(postgres, { scope: 'live' });
    const searchAll = async () =>
      countOutcomes(await Promise.all(apis.map(api => api.client(key).searchLive('example.com'))));
    await appliesImmediately(async change => {
      for (const [state, outcome] of [
        ['on', '503 REGISTRAR_NOT_CONNECTED'],
        ['off', '503 REGISTRAR_DISABLED'],
      ] as const) {
        const body = { state, reason: 'a drill', confirm: state.toUpperCase() };
        await change(() => operators[0]!.post('registrar', body));
        expect(await searchAll()).toEqual({ [outcome]: 2 });
      }
    });
  });

  it('is refused after the command line has revoked the key', () =>
    appliesImmediately(async change => {
      const key = await cachedKey();
      const revoked = await change(() => runCliJson(['keys', 'revoke', key.id], env));
      expect(revoked).toMatchObject({ id: key.id, status: 'revoked' });
      expect(await key.searchAll()).toEqual([REVOKED, REVOKED]);
    }));
});

describe('a change while a process cannot confirm it', () => {
  it('waits for a stopped process for about a second, and for none afterwards', async () => {
    // Repeated, because the process is not expected to confirm if it has just lost its LISTEN connection.
    const key = await waitFor('a change that waits', async () => {
      await waitForListeners();
      const key = await cachedKey();
      apis[1]!.program.signal('SIGSTOP');
      const took = await revoke(key).finally(() => apis[1]!.program.signal('SIGCONT'));
      expect(took).toBeLessThan(15_000);
      return took > 900 ? key : undefined;
    });
    await eventually(async () => expect(await key.searchAll()).toEqual([REVOKED, REVOKED]));
    await waitForListeners();
  });

  it('holds for the next request after all LISTEN connections were cut', async () => {
    for (let round = 0; round < 3; round++)
      await appliesImmediately(async change => {
        await waitForListeners();
        const key = await cachedKey();
        await eventually(async () => expect((await cutListeners()).length).toBeGreaterThanOrEqual(2));
        await change(() => revoke(key, operators[round % 2]));
        expect(await key.searchAll()).toEqual([REVOKED, REVOKED]);
      });
  });

  it('does not wait for a process that has exited', async () => {
    // On a busy machine, a revocation can take longer without waiting for a process.
    await eventually(async () => {
      await waitForListeners();
      const third = await startApi(env);
      third.program.signal('SIGSTOP');
      const change = revoke(await grantKey(postgres));
      await sleep(200);
      third.program.signal('SIGKILL');
      const took = await change;
      expect(took).toBeGreaterThan(150);
      expect(took).toBeLessThan(900);
    });
  });
});

describe('Notifications.confirmed', () => {
  let listening: Notifications[];

  beforeEach(async () => {
    const settings = { databaseUrl: postgres.url } as Settings;
    listening = [0, 1].map(() => new Notifications(settings, createLogger('silent')));
    for (const one of listening) await one.onApplicationBootstrap();
    await eventually(() => expect(listening.map(({ connected }) => connected)).toEqual([true, true]));
  });
  afterEach(async () => {
    for (const one of listening) await one.onApplicationShutdown();
  });

  it('waits for the drains of all processes', async () => {
    const drained: number[] = [];
    listening.forEach((one, index) =>
      one.onConfirm(async () => {
        await sleep(150 * (index + 1));
        drained.push(index);
      }),
    );
    await repeatWhenSlow(900, async measured => {
      drained.length = 0;
      const took = await measured(() => timed(() => listening[0]!.confirmed()));
      // Other processes on this database can request a confirmation at the same time.
      expect(drained).toEqual(expect.arrayContaining([0, 1]));
      expect(took).toBeGreaterThan(290);
    });
  });

  it('resolves after a second when a drain does not end, also for later changes', async () => {
    let hang = true;
    listening[1]!.onConfirm(() => (hang ? new Promise(() => {}) : Promise.resolve()));
    const took = await timed(() => listening[0]!.confirmed());
    expect(took).toBeGreaterThan(900);
    expect(took).toBeLessThan(15_000);
    hang = false;
    await eventually(async () => expect(await timed(() => listening[0]!.confirmed())).toBeLessThan(500));
  });

  it('resolves after a second without a confirmation from a drain that fails', async () => {
    listening[1]!.onConfirm(() => Promise.reject(new Error('a failing drain')));
    expect(await timed(() => listening[0]!.confirmed())).toBeGreaterThan(900);
  });
});
