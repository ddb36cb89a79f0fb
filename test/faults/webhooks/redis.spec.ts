import type { ServiceClient } from '../../processes/client.js';
import { grantKey } from '../../processes/keys.js';
import { type Api, runCliJson, type Environment, startApi, startWorker } from '../../processes/nameyard.js';
import { type Database, startDatabase } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { RedisServer } from '../../support/redis.js';
import { waitFor } from '../../support/eventually.js';
import {
  addReceiver,
  attemptsOf,
  deliveryStates,
  insertEvents,
  linesBesidesAttempts,
  WEBHOOKS,
} from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { describeWith } from '../../support/requirements.js';

const PURCHASES = 10;

/** Longer than the 5 seconds after which receivers whose jobs were lost are queued again. */
const QUEUED_AGAIN_MS = 15_000;

describeWith('redis-server', 'webhooks while Redis', () => {
  let postgres: Database;
  let env: Environment;
  let redis: RedisServer;
  let api: Api;
  let worker: Program;
  let client: ServiceClient;
  let receiver: TestReceiver;

  beforeAll(async () => {
    [postgres, redis, receiver] = await Promise.all([startDatabase(), RedisServer.start(), TestReceiver.start()]);
    env = { ...WEBHOOKS, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    await runCliJson(['migrate'], env);
    [api, worker] = await Promise.all([startApi(env), startWorker(env)]);
    client = api.client(await grantKey(postgres));
    await addReceiver(postgres, receiver.url);
    // A job in progress would pick up later events without using the queue.
    const { events } = await buyDomains('warm');
    await delivered(events, 30_000);
  });

  /** Buys domains one after the other; returns their events and the slowest response time. */
  async function buyDomains(name: string): Promise<{ events: string[]; slowest: number }> {
    const domains = Array.from({ length: PURCHASES }, (_, index) => `${name}-${index}.com`);
    let slowest = 0;
    for (const domain of domains) {
      const order = await client.order(domain);
      const checkout = await client.checkout(String(order.body.data?.order_id), domain);
      expect([order.code, checkout.code]).toEqual(['ok', 'ok']);
      slowest = Math.max(slowest, order.ms, checkout.ms);
    }
    const rows = await postgres.query<{ id: string }>(
      `SELECT id FROM platform.events WHERE body::jsonb #>> '{data,domain}' = ANY($1)`,
      [domains],
    );
    return { events: rows.map(({ id }) => id), slowest };
  }

  const delivered = async (events: string[], withinMs: number) => {
    await waitFor(
      'all events to be delivered',
      async () => (await deliveryStates(postgres, events))['delivered'] === events.length,
      withinMs,
    );
  };

  const FAULTS = [
    ['is killed', () => redis.kill(), () => redis.start()],
    ['hangs', () => redis.pause(), () => redis.resume()],
  ] as const;

  for (const [name, interrupt, recover] of FAULTS)
    it(`${name}: purchases succeed, and their events are delivered within seconds after it recovers`, async () => {
      await interrupt();
      const { events, slowest } = await buyDomains(name.replace(' ', '-'));
      expect(await deliveryStates(postgres, events)).toEqual({});
      expect(slowest).toBeLessThan(15_000);
      await recover();
      await delivered(events, 30_000);
      for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(1);
    });

  it('is emptied while a job waits: queues its receiver again', async () => {
    // BullMQ marks a paused queue like this: it accepts jobs and hands out none.
    await redis.client.hset('nameyard:receivers:meta', 'paused', '1');
    await waitFor(
      'the job of the test before to end',
      async () => (await redis.client.llen('nameyard:receivers:active')) === 0,
    );
    const events = await insertEvents(postgres, PURCHASES);
    await waitFor('the job to wait', async () => (await redis.client.llen('nameyard:receivers:wait')) > 0);
    expect(receiver.ids.filter(id => events.includes(id))).toEqual([]);
    await redis.client.flushall();
    await delivered(events, QUEUED_AGAIN_MS);
    for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(1);
  });

  it('is replaced during deliveries: completes them and delivers later events', async () => {
    receiver.hold();
    const events = await insertEvents(postgres, PURCHASES);
    await waitFor('the events to arrive', () => events.every(event => receiver.ids.includes(event)));
    await redis.kill();
    await redis.start();
    receiver.release();
    events.push(...(await insertEvents(postgres, PURCHASES)));
    await delivered(events, 30_000);
    const log = await attemptsOf(postgres, events);
    expect(log.map(({ status, number }) => `${number}: ${status}`)).toEqual(events.map(() => '1: 200'));
  });

  for (const [name, interrupt, recover] of FAULTS)
    it(`${name} during a worker shutdown: the worker exits with 0`, async () => {
      const other = await startWorker(env);
      await interrupt();
      const exited = await other.end('SIGTERM');
      await recover();
      expect(exited.code).toBe(0);
    });

  it('was down: keeps both processes running and logs only a few lines', () => {
    expect([api.program.hasExited, worker.hasExited]).toEqual([false, false]);
    expect([api.program.stderr, worker.stderr]).toEqual(['', '']);
    for (const program of [api.program, worker]) expect(linesBesidesAttempts(program).length).toBeLessThan(25);
  });
});
