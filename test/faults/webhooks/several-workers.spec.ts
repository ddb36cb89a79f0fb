import { type Environment, startWorker, startInstallation } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { RedisServer } from '../../support/redis.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { describeWith } from '../../support/requirements.js';

const WORKERS = 3;
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
  ({ postgres, env } = await startInstallation({ ...WEBHOOKS, LOG_LEVEL: 'debug' }));
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

const startWorkers = (queue: Environment): Promise<Program[]> =>
  Promise.all(Array.from({ length: WORKERS }, () => startWorker({ ...env, ...queue })));

/** Delivers events with several concurrent workers. Returns them. */
async function deliver(): Promise<string[]> {
  overlaps = [];
  receivers.forEach(watch);
  const events = await insertEvents(postgres, EVENTS);
  const all = RECEIVERS * EVENTS;
  await waitFor(
    'all events to be delivered',
    async () => (await deliveryStates(postgres, events))['delivered'] === all,
    WITHOUT_LOSS_MS,
  );
  return events;
}

/** Expects one attempt for each delivery of the events. */
function expectSentOnce(events: string[]): void {
  expect(overlaps.filter(id => events.includes(id))).toEqual([]);
  for (const { ids } of receivers) expect(ids.filter(id => events.includes(id)).toSorted()).toEqual(events.toSorted());
}

describe('concurrent workers with the queue on PostgreSQL', () => {
  it('send each delivery once', async () => {
    const workers = await startWorkers({});
    const events = await deliver();
    expect((await Promise.all(workers.map(worker => worker.end()))).map(({ code }) => code)).toEqual([0, 0, 0]);
    // After their ends, which wait for attempts in progress.
    expectSentOnce(events);
  });
});

describeWith('redis-server', 'concurrent workers with the queue on Redis', () => {
  let workers: Program[];
  let sentFirst: string[];

  beforeAll(async () => {
    const redis = await RedisServer.start();
    workers = await startWorkers({ REDIS_URL: redis.url });
  });

  it('send each delivery once', async () => {
    sentFirst = await deliver();
    expectSentOnce(sentFirst);
  });

  it('take over the receivers of a paused one, which continues later', async () => {
    const [paused, ...others] = workers as [Program, ...Program[]];
    receivers.forEach(watch);
    const events = await insertEvents(postgres, EVENTS);
    await waitFor('the first delivery', () => receivers.some(({ ids }) => ids.some(id => events.includes(id))));
    paused.signal('SIGSTOP');
    const leases = await postgres.query(
      `SELECT leased_until FROM webhooks.cursors WHERE leased_until > now() + interval '5 seconds'`,
    );
    expect(leases).toEqual([]);
    const isDelivered = async () => (await deliveryStates(postgres, events))['delivered'] === RECEIVERS * events.length;
    await waitFor('all events to be delivered', isDelivered);
    for (const other of others) expect((await other.end()).code).toBe(0);
    paused.signal('SIGCONT');
    events.push(...(await insertEvents(postgres, EVENTS)));
    await waitFor('later events to be delivered', isDelivered);
    expect((await paused.end()).code).toBe(0);
    expectSentOnce(sentFirst);
  });
});
