import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { atOnce, type Client, countCodes } from '../processes/client.js';
import { docker, Installation } from '../processes/compose.js';
import type { KeyFacts } from '../processes/keys.js';
import { eventually } from '../processes/until.js';
import { describeWith } from '../support/requirements.js';

// An image is built and a whole installation started, on whatever machine this is.
jest.setTimeout(900_000);

const CALLERS = 8;

interface Load {
  /** Names that were answered to be ordered. */
  accepted: string[];
  /** What was answered otherwise. */
  refused: Set<string>;
  /** Calls that got no answer. */
  broken: string[];
}

/** Somebody was there for each call. On a busy machine PostgreSQL may be late, and an API then says so. */
function expectServed({ broken, refused }: Load): void {
  const late = /^SERVICE_UNAVAILABLE: .* database /;
  expect([...broken, ...[...refused].filter(said => !late.test(said))]).toEqual([]);
}

/** Orders without a pause, by several callers, while `act` does its work. */
async function underLoad(client: Client, prefix: string, act: () => Promise<unknown>): Promise<Load> {
  const load: Load = { accepted: [], refused: new Set(), broken: [] };
  let over = false;
  const callers = atOnce(CALLERS, async caller => {
    for (let call = 0; !over; call++) {
      const name = `${prefix}-${caller}-${call}.com`;
      try {
        const { code, body } = await client.order(name);
        if (code === 'ok') load.accepted.push(name);
        else {
          load.refused.add(`${code}: ${body.error?.message}`);
          await sleep(50);
        }
      } catch (error) {
        load.broken.push(`${name}: ${(error as NodeJS.ErrnoException).code}`);
        await sleep(50);
      }
    }
  });
  try {
    await eventually(() => expect(load.accepted.length).toBeGreaterThan(CALLERS), 30_000);
    await act();
  } finally {
    over = true;
    await callers;
  }
  return load;
}

describeWith('a container engine with docker compose', 'docker compose up', () => {
  let house: Installation;
  let key: KeyFacts;
  let client: Client;

  beforeAll(async () => {
    house = await Installation.build();
    await house.up();
    key = await house.newKey();
    client = house.client(key);
  });

  async function buy(buyer: Client, name: string): Promise<string> {
    const order = await buyer.order(name);
    if (order.code !== 'ok') return order.code;
    return (await buyer.checkout(String(order.body.data?.order_id), `for-${name}`)).code;
  }

  /** With connections of its own: one that has been idle for a minute may end in the very moment of a call. */
  const freshClient = (): Client => house.client(key);

  /** What was answered to be ordered is in the database. */
  async function expectKept({ accepted }: Load, prefix: string): Promise<void> {
    const kept = new Set(await house.query(`SELECT domain FROM orders.orders WHERE domain LIKE '${prefix}-%'`));
    expect(accepted.filter(name => !kept.has(name))).toEqual([]);
  }

  it('prints a key in the log of migrate that buys a domain, and a word about the password', async () => {
    const log = await house.log('migrate');
    const first = /ny_sandbox_\w+/.exec(log)?.[0] ?? '';
    expect(await buy(house.client({ key: first, tenant: 'demo' }), 'first-purchase.com')).toBe('ok');
    expect(log).toContain('default password');
  });

  it('has the command line in the container', async () => {
    expect(await house.nameyard('tenants', 'list')).toMatch(/^demo /m);
  });

  it('runs nothing as root, and writes only where it should', async () => {
    for (const id of await house.containers()) {
      const [, ...processes] = (await docker(['top', id, '-eo', 'pid,uid,args'])).trim().split('\n');
      expect(processes.length).toBeGreaterThan(0);
      expect(processes.filter(process => /^\s*\d+\s+0\s/.test(process))).toEqual([]);
      expect((await docker(['inspect', '--format', '{{.HostConfig.ReadonlyRootfs}}', id])).trim()).toBe('true');
    }
    await expect(house.compose('exec', '-T', 'api', 'touch', '/app/mark')).rejects.toThrow('Read-only file system');
    await house.compose('exec', '-T', 'api', 'sh', '-c', 'touch "$DATA_DIR/mark" && rm "$DATA_DIR/mark"');
  });

  it('leaves also what is hardly HTTP to the API', async () => {
    const answer = await request(house.origin, { headers: { 'x-huge': 'x'.repeat(60_000) } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([431, 'application/json; charset=utf-8']);
    expect(await answer.body.json()).toMatchObject({
      success: false,
      data: null,
      error: { code: 'HEADERS_TOO_LARGE' },
    });
  });

  it('sells on while Redis is away, and limits still hold', async () => {
    await house.compose('stop', 'redis');
    expect(await buy(client, 'without-redis.com')).toBe('ok');
    const limited = house.client(await house.newKey(20));
    expect(countCodes(await atOnce(60, () => limited.search('example.com')))).toEqual({ ok: 20, RATE_LIMITED: 40 });
    await house.compose('start', 'redis');
    expect(await buy(client, 'with-redis-again.com')).toBe('ok');
  });

  it('says in time that PostgreSQL is away, and sells when it is back', async () => {
    await house.compose('stop', 'postgres');
    const answers = await atOnce(16, index => client.order(`without-postgres-${index}.com`));
    expect(countCodes(answers)).toEqual({ SERVICE_UNAVAILABLE: 16 });
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_000);
    for (const { status, headers, body } of answers) {
      expect([status, body.success, body.data]).toEqual([503, false, null]);
      // Nobody but the API says this; the proxy has words of its own.
      expect(body.error?.message).toContain('database');
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await client.statusOf('/health/live')).toBe(200);
    expect(await client.statusOf('/health/ready')).toBe(503);
    await house.compose('start', 'postgres');
    await eventually(async () => expect(await buy(client, 'with-postgres-again.com')).toBe('ok'), 30_000);
  });

  it('loses no accepted request when the only API restarts under load', async () => {
    const load = await underLoad(freshClient(), 'restart', () => house.compose('restart', 'api'));
    expect(load.broken).toEqual([]);
    expect([...load.refused].filter(said => !said.startsWith('SERVICE_UNAVAILABLE: '))).toEqual([]);
    await eventually(async () => expect(await buy(client, 'after-restart.com')).toBe('ok'), 60_000);
    await expectKept(load, 'restart');
  });

  describe('with --scale api=3 --scale worker=2', () => {
    beforeAll(() => house.up('--scale', 'api=3', '--scale', 'worker=2'));

    it('lets exactly 20 of 60 through on a limit of 20, over all of them', async () => {
      expect([(await house.containers('api')).length, (await house.containers('worker')).length]).toEqual([3, 2]);
      const limited = house.client(await house.newKey(20));
      expect(countCodes(await atOnce(60, () => limited.search('example.com')))).toEqual({ ok: 20, RATE_LIMITED: 40 });
      await eventually(async () => {
        const answering = (await house.log('api')).match(/api-\d(?= .*"code":"RATE_LIMITED")/g);
        expect([...new Set(answering)].sort()).toEqual(['api-1', 'api-2', 'api-3']);
      });
    });

    it('answers every call while one of them stops', async () => {
      const [one = ''] = await house.containers('api');
      const load = await underLoad(freshClient(), 'leaving', () => docker(['stop', one]));
      expectServed(load);
      await expectKept(load, 'leaving');
    });

    it('finds the ones that come and leaves the ones that go', async () => {
      const load = await underLoad(freshClient(), 'scaling', async () => {
        await house.up('--scale', 'api=4', '--scale', 'worker=2');
        await house.up('--scale', 'api=1', '--scale', 'worker=1');
      });
      expectServed(load);
      await expectKept(load, 'scaling');
    });
  });

  it('keeps everything when all of it stops under load and comes again', async () => {
    const load = await underLoad(freshClient(), 'stopping', () => house.compose('stop'));
    await house.compose('down');
    await house.up();
    await expectKept(load, 'stopping');
    expect((await client.order('first-purchase.com')).code).toBe('DOMAIN_TAKEN');
    expect(await house.log('migrate')).not.toContain('ny_sandbox_');
  });
});
