import { atOnce, type Client, countCodes } from '../processes/client.js';
import { type Api, ask, type Environment, startApi } from '../processes/nameyard.js';
import { grantKey, type KeyFacts } from '../processes/keys.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import { RedisServer } from '../processes/redis.js';
import { eventually } from '../processes/until.js';
import { describeWith } from '../support/requirements.js';

const search = (client: Client) => client.search('example.com');

let postgres: Postgres;
let env: Environment;

beforeAll(async () => {
  postgres = await startPostgres();
  env = { DATABASE_URL: postgres.url };
  await ask(['migrate'], env);
});

describeWith('redis-server', 'three API processes with one PostgreSQL and one Redis', () => {
  let redis: RedisServer;
  let apis: Api[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    apis = await atOnce(3, () => startApi({ ...env, REDIS_URL: redis.url }));
  });

  const clientsOf = (key: KeyFacts): Client[] => apis.map(api => api.client(key));

  /** Sends 60 concurrent requests, 20 to each process. */
  async function sixty(clients: Client[]): Promise<Record<string, number>> {
    return countCodes(await atOnce(60, index => search(clients[index % clients.length]!)));
  }

  it('enforces a limit of 20 across all processes', async () => {
    const clients = clientsOf(await grantKey(postgres, { limit: 20 }));
    expect(await sixty(clients)).toEqual({ ok: 20, RATE_LIMITED: 40 });
  });

  it('rejects a revoked key in all processes within a second', async () => {
    const key = await grantKey(postgres);
    const clients = clientsOf(key);
    for (const client of clients) expect((await search(client)).code).toBe('ok');
    await ask(['keys', 'revoke', key.id], env);
    await eventually(async () => {
      expect(countCodes(await Promise.all(clients.map(search)))).toEqual({ API_KEY_INVALID: 3 });
    }, 1_000);
  });

  it('applies the kill switch in all processes within a second', async () => {
    const clients = clientsOf(await grantKey(postgres, { scope: 'live' }));
    const codes = async () => countCodes(await Promise.all(clients.map(client => client.searchLive('example.com'))));
    expect(await codes()).toEqual({ REGISTRAR_DISABLED: 3 });
    await ask(['registrar', 'on', '--reason', 'a drill'], env);
    await eventually(async () => expect(await codes()).toEqual({ REGISTRAR_NOT_CONNECTED: 3 }), 1_000);
    await ask(['registrar', 'off', '--reason', 'over'], env);
    await eventually(async () => expect(await codes()).toEqual({ REGISTRAR_DISABLED: 3 }), 1_000);
  });

  for (const [name, take, giveBack] of [
    ['hangs', () => redis.pause(), () => redis.resume()],
    ['is killed', () => redis.kill(), () => redis.start()],
  ] as const)
    it(`counts per process while Redis ${name} and together after it recovers`, async () => {
      const alone = clientsOf(await grantKey(postgres, { limit: 5 }));
      const together = clientsOf(await grantKey(postgres, { limit: 20 }));
      await take();
      try {
        const counted = await sixty(alone);
        expect(Object.keys(counted).sort()).toEqual(['RATE_LIMITED', 'ok']);
        expect(counted['ok']).toBeGreaterThanOrEqual(5);
        expect(counted['ok']).toBeLessThanOrEqual(15);
        await eventually(async () => expect((await search(alone[0]!)).ms).toBeLessThan(1_000));
      } finally {
        await giveBack();
      }
      // Processes that count together see each other's requests.
      const probe = clientsOf(await grantKey(postgres, { limit: 1000 }));
      await eventually(async () => {
        const [first, second, third] = await Promise.all(probe.map(search));
        const left = [first, second, third].map(answer => Number(answer?.headers['x-ratelimit-remaining']));
        expect(new Set(left).size).toBe(3);
      });
      expect(await sixty(together)).toEqual({ ok: 20, RATE_LIMITED: 40 });
    });
});

describe('one API process without Redis', () => {
  it('enforces a limit of 20', async () => {
    const api = await startApi(env);
    const client = api.client(await grantKey(postgres, { limit: 20 }));
    expect(countCodes(await atOnce(60, () => search(client)))).toEqual({ ok: 20, RATE_LIMITED: 40 });
  });
});
