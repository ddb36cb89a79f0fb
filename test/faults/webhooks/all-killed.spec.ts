import {
  runCliJson,
  type Environment,
  type Service,
  startApi,
  startService,
  startWorker,
} from '../../processes/nameyard.js';
import { temporaryFolder } from '../../support/paths.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import { processTree } from '../../processes/process-table.js';
import { RedisServer } from '../../support/redis.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { describeWith } from '../../support/requirements.js';

const EVENTS = 100;

/** Number of deliveries that get a response before everything is killed. */
const ANSWERED = 30;

/** The most events that are sent again: two batches of a receiver. */
const MAX_REPEATED = 200;

/** The lease of 10 seconds, or 25 for slow attempts, plus the recovery. */
const SENT_AGAIN_MS = 60_000;

async function start(): Promise<TestReceiver> {
  const receiver = await TestReceiver.start();
  receiver.respondWith((_request, response) => receiver.received.length <= ANSWERED && response.end());
  return receiver;
}

const waitForDeliveries = (receiver: TestReceiver) =>
  waitFor('deliveries to start', () => receiver.received.length > ANSWERED, 30_000);

async function expectOutcomes(postgres: Postgres, receiver: TestReceiver, events: string[]): Promise<void> {
  expect(new Set(receiver.ids)).toEqual(new Set(events));
  expect(await deliveryStates(postgres, events)).toEqual({ delivered: EVENTS });
  expect(receiver.ids.length - EVENTS).toBeLessThanOrEqual(MAX_REPEATED);
}

describe('SIGKILL of a single service with 100 due deliveries', () => {
  it('loses no delivery', async () => {
    const [dataDir, receiver] = [temporaryFolder(), await start()];
    const before = await startPostgres(dataDir);
    await runCliJson(['migrate'], { DATABASE_URL: before.url });
    await addReceiver(before, receiver.url);
    const events = await insertEvents(before, EVENTS);
    await before.end();

    const env: Environment = { ...WEBHOOKS, DATA_DIR: dataDir };
    const { program } = await startService(env);
    await waitForDeliveries(receiver);
    for (const pid of processTree(program.pid)) process.kill(pid, 'SIGKILL');
    await program.exited;

    receiver.respondWith(200);
    const service = await startService(env);
    const isThere = (id: string) => receiver.ids.filter(other => other === id).length > 0;
    await waitFor('every event to arrive', () => events.every(isThere), SENT_AGAIN_MS);
    await waitFor('the last attempts to be recorded', () => hasNoDueDeliveries(service), SENT_AGAIN_MS);
    await service.program.end();
    await expectOutcomes(await startPostgres(dataDir), receiver, events);
  });
});

/** Reads the metrics of the service. */
async function hasNoDueDeliveries(service: Service): Promise<boolean> {
  return (await service.metrics()).match(/^nameyard_webhook_oldest_(due|waiting)_seconds 0$/gm)?.length === 2;
}

describeWith('redis-server', 'SIGKILL of a distributed installation with 100 due deliveries', () => {
  it('loses no delivery, even when Redis restarts empty', async () => {
    const [postgres, redis, receiver] = await Promise.all([startPostgres(), RedisServer.start(), start()]);
    const env: Environment = { ...WEBHOOKS, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    await runCliJson(['migrate'], env);
    await addReceiver(postgres, receiver.url);
    const [worker, api] = await Promise.all([startWorker(env), startApi(env)]);
    const events = await insertEvents(postgres, EVENTS);
    await waitForDeliveries(receiver);
    for (const program of [worker, api.program]) program.signal('SIGKILL');
    await Promise.all([redis.kill(), postgres.stop('SIGQUIT'), worker.exited, api.program.exited]);

    await Promise.all([redis.start(), postgres.startAgain()]);
    receiver.respondWith(200);
    await startWorker(env);
    const all = async () => (await deliveryStates(postgres, events))['delivered'] === EVENTS;
    await waitFor('every event to be delivered', all, SENT_AGAIN_MS);
    await expectOutcomes(postgres, receiver, events);
  });
});
