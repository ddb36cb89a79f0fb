import type { ServiceClient } from '../processes/client.js';
import { type CreatedKey, grantKey } from '../processes/keys.js';
import { type Api, type Environment, startApi, startInstallation } from '../processes/nameyard.js';
import { concurrently, retryUnavailable } from '../support/outcome.js';

let env: Environment;
let key: CreatedKey;
let apis: Api[];
let clients: ServiceClient[];

beforeAll(async () => {
  const { postgres, ...installation } = await startInstallation();
  ({ env } = installation);
  apis = await concurrently(3, () => startApi(env));
  key = await grantKey(postgres);
  await postgres.query(
    `UPDATE api_keys.keys SET permissions = '{sandbox.search,sandbox.control}' WHERE id = '${key.id}'`,
  );
  clients = apis.map(api => api.client(key));
});

/** A process of a busy machine may confirm too late that it has written its requests; the journal is unavailable then. */
const verify = (client: ServiceClient, domain: string, times = 1) =>
  retryUnavailable(() => client.verify({ request: { domain }, times }));

describe('a verification that waits', () => {
  it('ends while garbage is collected continuously', async () => {
    // The pause begins when the garbage is collected, which takes longer on a busy machine.
    const collectGarbage =
      '--expose-gc --import data:text/javascript,function%20collect(){gc();setTimeout(collect,300)}collect()';
    const api = await startApi({ ...env, NODE_OPTIONS: collectGarbage });
    const never = { request: { domain: 'never.com' }, within: 'PT1S' };
    const waiting = await concurrently(5, () => retryUnavailable(() => api.client(key).verify(never)));
    // It would delay the other processes.
    await api.program.end();
    for (const { body } of waiting) expect(body.data).toMatchObject({ satisfied: false, count: 0 });
  });
});

describe('the journal of several processes', () => {
  it('has what another process has just answered', async () => {
    for (let n = 0; n < 24; n++) {
      await clients[n % 3]!.search('shop.com');
      const { body } = await verify(clients[(n + 1) % 3]!, 'shop.com', n + 1);
      expect(body.data).toMatchObject({ satisfied: true, count: n + 1 });
    }
  });

  it('has lost answers immediately', async () => {
    for (let n = 0; n < 12; n++) {
      await clients[n % 3]!.searchInVain('lost.com');
      const { body } = await verify(clients[(n + 1) % 3]!, 'lost.com', n + 1);
      expect(body.data).toMatchObject({ satisfied: true });
    }
  });

  it('is complete while all processes answer many requests', async () => {
    await concurrently(30, async n => {
      for (let sent = 1; sent <= 5; sent++) {
        await clients[n % 3]!.search(`busy-${n}.com`);
        const { body } = await verify(clients[sent % 3]!, `busy-${n}.com`, sent);
        expect(body.data).toMatchObject({ satisfied: true });
      }
    });
  });

  it('is unavailable while a process hangs, instead of incomplete', async () => {
    expect(await clients[0]!.search('hanging.com')).toMatchObject({ status: 200 });
    apis[0]!.program.signal('SIGSTOP');
    try {
      const { code } = await clients[1]!.verify({ request: { domain: 'hanging.com' } });
      expect(code).toBe('SERVICE_UNAVAILABLE');
    } finally {
      apis[0]!.program.signal('SIGCONT');
    }
    expect((await verify(clients[1]!, 'hanging.com')).body.data).toMatchObject({ satisfied: true });
  });

  it('has what a process answered before it stopped', async () => {
    expect(await clients[0]!.search('stopped.com')).toMatchObject({ status: 200 });
    const stopped = apis[0]!.program.end();
    for (let n = 0; n < 20; n++)
      expect((await verify(clients[1]!, 'stopped.com')).body.data).toMatchObject({ satisfied: true, count: 1 });
    await stopped;
    expect((await verify(clients[1]!, 'stopped.com')).body.data).toMatchObject({ satisfied: true, count: 1 });
  });
});
