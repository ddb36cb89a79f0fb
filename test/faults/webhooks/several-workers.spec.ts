import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Database, startDatabase } from '../../processes/postgres.js';
import { RedisServer } from '../../support/redis.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { describeWith } from '../../support/requirements.js';

const WORKERS = [2, 3];
const RECEIVERS = 7;
const EVENTS = 30;

/** Long enough for a duplicate attempt to overlap with the first. */
const ANSWER_MS = 30;

/** Less than the 25 seconds after which lost jobs are queued again, so no job may be lost. */
const WITHOUT_LOSS_MS = 20_000;

let postgres: Database;
let env: Environment;
let receivers: TestReceiver[];
let overlaps: string[];

beforeAll(async () => {
  postgres = await startDatabase();
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url, LOG_LEVEL: 'debug' };
  await runCliJson(['migrate'], env);
  receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => TestReceiver.start()));
  for (const receiver of receivers) {
    await addReceiver(postgres, receiver.url);
  }
});

function watch(receiver: TestReceiver): void {
  const open = new Set<string>();
  receiver.respondWith((_request, response, { headers }) => {
    const id = headers['webhook-id'] ?? '';
    if (open.has(id)) overlaps.push(id);
    open.add(id);
    setTimeout(() => {
      open.delete(id);
      response.end();
    }, ANSWER_MS);
  });
}

/** Delivers events with several concurrent workers; returns the number of deliveries per worker. */
async function deliver(workers: number, queue: Environment): Promise<number[]> {
  overlaps = [];
  receivers.forEach(watch);
  const running = await Promise.all(Array.from({ length: workers }, () => startWorker({ ...env, ...queue })));
  const events = await insertEvents(postgres, EVENTS);
  const all = RECEIVERS * EVENTS;
  await waitFor(
    'all events to be delivered',
    async () => (await deliveryStates(postgres, events))['delivered'] === all,
    WITHOUT_LOSS_MS,
  );
  const exits = await Promise.all(running.map(worker => worker.end()));
  expect(overlaps).toEqual([]);
  for (const { ids } of receivers) expect(ids.filter(id => events.includes(id)).toSorted()).toEqual(events.toSorted());
  return exits.map(({ stdout }) => stdout.split('"msg":"delivered"').length - 1);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('concurrent workers with the queue on PostgreSQL', () => {
  it.each(WORKERS)('send each delivery once when there are %i', async count => {
    const sent = await deliver(count, {});
    expect(sum(sent)).toBe(RECEIVERS * EVENTS);
  });
});

describeWith('redis-server', 'concurrent workers with the queue on Redis', () => {
  it.each(WORKERS)('send each delivery once when there are %i', async count => {
    const redis = await RedisServer.start();
    const sent = await deliver(count, { REDIS_URL: redis.url });
    expect(sum(sent)).toBe(RECEIVERS * EVENTS);
  });
});

describeWith('redis-server', 'a paused worker', () => {
  it('leaves its receivers to another, and continues later', async () => {
    const redis = await RedisServer.start();
    receivers.forEach(watch);
    const workers = [1, 2].map(() => startWorker({ ...env, REDIS_URL: redis.url }));
    const [paused, other] = await Promise.all(workers);
    const events = await insertEvents(postgres, EVENTS);
    await waitFor('the first delivery', () => receivers.some(({ ids }) => ids.some(id => events.includes(id))));
    paused!.signal('SIGSTOP');
    const leases = await postgres.query(
      `SELECT leased_until FROM webhooks.cursors WHERE leased_until > now() + interval '5 seconds'`,
    );
    expect(leases).toEqual([]);
    const isDelivered = async () => (await deliveryStates(postgres, events))['delivered'] === RECEIVERS * events.length;
    await waitFor('all events to be delivered', isDelivered);
    expect((await other!.end()).code).toBe(0);
    paused!.signal('SIGCONT');
    events.push(...(await insertEvents(postgres, EVENTS)));
    await waitFor('later events to be delivered', isDelivered);
    expect((await paused!.end()).code).toBe(0);
  });
});
