import type { ServiceClient } from '../processes/client.js';
import { concurrently, countOutcomes } from '../support/outcome.js';
import { type Api, type Environment, startApi, startInstallation } from '../processes/nameyard.js';
import { grantKey, type CreatedKey } from '../processes/keys.js';
import type { Database } from '../processes/postgres.js';
import { RedisServer } from '../support/redis.js';
import { eventually } from '../support/eventually.js';
import { repeatWhenSlow } from '../support/repeat-when-slow.js';
import { describeWith } from '../support/requirements.js';

const search = (client: ServiceClient) => client.search('example.com');

const REDIS_TIMEOUT_MS = 2_000;

let postgres: Database;
let env: Environment;

beforeAll(async () => void ({ postgres, env } = await startInstallation()));

describeWith('redis-server', 'three API processes with one PostgreSQL and one Redis', () => {
  let redis: RedisServer;
  let apis: Api[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    const settings = { ...env, REDIS_URL: redis.url, REDIS_TIMEOUT: `${REDIS_TIMEOUT_MS / 1_000}s` };
    apis = await concurrently(3, () => startApi(settings));
  });

  const clientsOf = (key: CreatedKey): ServiceClient[] => apis.map(api => api.client(key));

  /** Sends 60 concurrent requests, 20 to each process. */
  async function send60(clients: ServiceClient[]): Promise<Record<string, number>> {
    return countOutcomes(await concurrently(60, index => search(clients[index % clients.length]!)));
  }

  /** Waits until the processes see each other's requests. Each probe has a new key, whose separate counts are equal. */
  const expectSharedCounts = () =>
    eventually(async () => {
      const probe = clientsOf(await grantKey(postgres, { limit: 1000 }));
      const responses = await Promise.all(probe.map(search));
      const left = responses.map(response => Number(response.headers['x-ratelimit-remaining']));
      expect(left.toSorted()).toEqual([997, 998, 999]);
    });

  /** Expects that the processes enforce a limit of 20 together, as they do unless Redis answers too late. */
  const expectSharedLimit = () =>
    repeatWhenSlow(0.9 * REDIS_TIMEOUT_MS, async timed => {
      await expectSharedCounts();
      const clients = clientsOf(await grantKey(postgres, { limit: 20 }));
      expect(await timed(() => send60(clients))).toEqual({ 200: 20, '429 RATE_LIMITED': 40 });
    });

  it('enforces a limit of 20 across all processes', expectSharedLimit);

  for (const [name, interrupt, recover] of [
    ['hangs', () => redis.pause(), () => redis.resume()],
    ['is killed', () => redis.kill(), () => redis.start()],
  ] as const)
    it(`counts per process while Redis ${name} and together after it recovers`, async () => {
      const separate = clientsOf(await grantKey(postgres, { limit: 5 }));
      await interrupt();
      try {
        const counted = await send60(separate);
        expect(Object.keys(counted).sort()).toEqual(['200', '429 RATE_LIMITED']);
        expect(counted['200']).toBeGreaterThanOrEqual(5);
        expect(counted['200']).toBeLessThanOrEqual(15);
        await eventually(async () => expect((await search(separate[0]!)).ms).toBeLessThan(3_000));
      } finally {
        await recover();
      }
      await expectSharedLimit();
    });
});
