import { jest } from '@jest/globals';
import { request } from 'undici';
import type { ServiceClient } from '../processes/client.js';
import { concurrently, countOutcomes } from '../support/outcome.js';
import { docker, Installation } from '../processes/compose.js';
import { expectServed, type Load, underLoad } from '../processes/load.js';
import type { CreatedKey } from '../processes/keys.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';

// Building the image and starting the installation can take minutes.
jest.setTimeout(900_000);

describeWith('a container engine with docker compose', 'docker compose up', () => {
  let installation: Installation;
  let key: CreatedKey;
  let client: ServiceClient;

  beforeAll(async () => {
    installation = await Installation.build();
    await installation.up();
    key = await installation.newKey();
    client = installation.client(key);
  });

  async function buy(buyer: ServiceClient, name: string): Promise<string> {
    const order = await buyer.order(name);
    if (order.code !== 'ok') return order.code;
    return (await buyer.checkout(String(order.body.data?.order_id), `for-${name}`)).code;
  }

  /** Uses new connections, because an idle one may be closed while a request is sent. */
  const freshClient = (): ServiceClient => installation.client(key);

  /** Expects every accepted order to be in the database. */
  async function expectStored({ accepted }: Load, prefix: string): Promise<void> {
    const stored = new Set(
      await installation.query(`SELECT domain FROM orders.orders WHERE domain LIKE '${prefix}-%'`),
    );
    expect(accepted.filter(name => !stored.has(name))).toEqual([]);
  }

  it('prints a working API key and a note about the password in the log of migrate', async () => {
    const log = await installation.log('migrate');
    const first = /ny_sandbox_\w+/.exec(log)?.[0] ?? '';
    expect(await buy(installation.client({ key: first, tenant: 'demo' }), 'first-purchase.com')).toBe('ok');
    expect(log).toContain('default password');
  });

  it('provides the command line in the container', async () => {
    expect(await installation.runCli('tenants', 'list')).toMatch(/^demo /m);
  });

  it('runs no process as root and has read-only file systems', async () => {
    for (const id of await installation.containers()) {
      const [, ...processes] = (await docker(['top', id, '-eo', 'pid,uid,args'])).trim().split('\n');
      expect(processes.length).toBeGreaterThan(0);
      const asRoot = processes.filter(process => /^\s*\d+\s+0\s/.test(process));
      // The images of PostgreSQL and Redis change the user in their entrypoints, which health checks do not run.
      expect(asRoot.filter(process => !/redis-cli ping|grep -q PONG|pg_isready/.test(process))).toEqual([]);
      expect((await docker(['inspect', '--format', '{{.HostConfig.ReadonlyRootfs}}', id])).trim()).toBe('true');
    }
    await expect(installation.compose('exec', '-T', 'api', 'touch', '/app/mark')).rejects.toThrow(
      'Read-only file system',
    );
    await installation.compose('exec', '-T', 'api', 'sh', '-c', 'touch "$DATA_DIR/mark" && rm "$DATA_DIR/mark"');
  });

  it('forwards malformed HTTP to the API', async () => {
    const response = await request(installation.origin, { headers: { 'x-huge': 'x'.repeat(60_000) } });
    expect([response.statusCode, response.headers['content-type']]).toEqual([431, 'application/json; charset=utf-8']);
    expect(await response.body.json()).toMatchObject({
      success: false,
      data: null,
      error: { code: 'HEADERS_TOO_LARGE' },
    });
  });

  it('accepts orders and enforces limits while Redis is down', async () => {
    await installation.compose('stop', 'redis');
    expect(await buy(client, 'without-redis.com')).toBe('ok');
    const limited = installation.client(await installation.newKey(20));
    expect(countOutcomes(await concurrently(60, () => limited.search('example.com')))).toEqual({
      200: 20,
      '429 RATE_LIMITED': 40,
    });
    await installation.compose('start', 'redis');
    expect(await buy(client, 'with-redis-again.com')).toBe('ok');
  });

  it('returns 503 in time while PostgreSQL is down, and accepts orders after it restarts', async () => {
    await installation.compose('stop', 'postgres');
    const responses = await concurrently(16, index => client.order(`without-postgres-${index}.com`));
    expect(countOutcomes(responses)).toEqual({ '503 SERVICE_UNAVAILABLE': 16 });
    expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(2_000);
    for (const { status, headers, body } of responses) {
      expect([status, body.success, body.data]).toEqual([503, false, null]);
      // Only the API sends this message; the proxy has its own.
      expect(body.error?.message).toContain('database');
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await client.statusOf('/health/live')).toBe(200);
    expect(await client.statusOf('/health/ready')).toBe(503);
    await installation.compose('start', 'postgres');
    await eventually(async () => expect(await buy(client, 'with-postgres-again.com')).toBe('ok'), 30_000);
  });

  it('loses no accepted request when the only API container restarts under load', async () => {
    const load = await underLoad(freshClient(), 'restart', () => installation.compose('restart', 'api'));
    expect(load.broken).toEqual([]);
    expect([...load.refused].filter(logged => !logged.startsWith('SERVICE_UNAVAILABLE: '))).toEqual([]);
    await eventually(async () => expect(await buy(client, 'after-restart.com')).toBe('ok'), 60_000);
    await expectStored(load, 'restart');
  });

  describe('with --scale api=3 --scale worker=2', () => {
    beforeAll(() => installation.up('--scale', 'api=3', '--scale', 'worker=2'));

    it('enforces a limit of 20 across all API containers', async () => {
      expect([(await installation.containers('api')).length, (await installation.containers('worker')).length]).toEqual(
        [3, 2],
      );
      const limited = installation.client(await installation.newKey(20));
      expect(countOutcomes(await concurrently(60, () => limited.search('example.com')))).toEqual({
        200: 20,
        '429 RATE_LIMITED': 40,
      });
      await eventually(async () => {
        const containers = (await installation.log('api')).match(/api-\d(?= .*"code":"RATE_LIMITED")/g);
        expect([...new Set(containers)].sort()).toEqual(['api-1', 'api-2', 'api-3']);
      });
    });

    it('answers every request while one API container stops', async () => {
      const [container = ''] = await installation.containers('api');
      const load = await underLoad(freshClient(), 'leaving', () => docker(['stop', container]));
      expectServed(load);
      await expectStored(load, 'leaving');
    });

    it('answers every request while scaling up and down', async () => {
      const load = await underLoad(freshClient(), 'scaling', async () => {
        await installation.up('--scale', 'api=4', '--scale', 'worker=2');
        await installation.up('--scale', 'api=1', '--scale', 'worker=1');
      });
      expectServed(load);
      await expectStored(load, 'scaling');
    });
  });

  it('keeps all data when the installation stops under load and starts again', async () => {
    const load = await underLoad(freshClient(), 'stopping', () => installation.compose('stop'));
    await installation.compose('down');
    await installation.up();
    await expectStored(load, 'stopping');
    expect((await client.order('first-purchase.com')).code).toBe('DOMAIN_TAKEN');
    expect(await installation.log('migrate')).not.toContain('ny_sandbox_');
  });
});
