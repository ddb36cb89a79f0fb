import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { waitFor } from '../../support/eventually.js';
import {
  addReceiver,
  addTenant,
  beginningsOf,
  deliveryStates,
  insertEvents,
  WEBHOOKS,
} from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';

/** Events that are read together for a receiver. */
const BATCH = 200;

/** How much later than without the restart of a worker an event can arrive. */
const MAX_DELAY_MS = 1_000;

/** The lease of a killed worker, and the rest of the backlog. */
const SENT_AGAIN_MS = 30_000;

let postgres: Postgres;
let env: Environment;

beforeAll(async () => {
  postgres = await startPostgres();
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url, LOG_LEVEL: 'debug' };
  await runCliJson(['migrate'], env);
});

/** A receiver of its own tenant that responds after a time, and works already. */
async function workingReceiver(ms: number) {
  const [receiver, tenant] = [await TestReceiver.start(), await addTenant(postgres)];
  await addReceiver(postgres, receiver.url, tenant);
  const [first = ''] = await insertEvents(postgres, 1, tenant);
  await waitFor('the first event', async () => (await deliveryStates(postgres, [first]))['delivered']);
  receiver.received.splice(0);
  receiver.respondWith((_request, response) => void setTimeout(() => response.end(), ms));
  return { receiver, tenant };
}

/** Waits until the receiver has got more events, and returns the worker that sends. */
async function findSender(workers: Program[], receiver: TestReceiver, more: number): Promise<Program> {
  const count = (worker: Program) => worker.stdout.split('"msg":"delivered"').length;
  const [before, arrived] = [new Map(workers.map(worker => [worker, count(worker)])), receiver.received.length];
  await waitFor('more events to arrive', () => receiver.received.length >= arrived + more);
  return waitFor('a worker to deliver', () => workers.find(worker => count(worker) > before.get(worker)!));
}

const allDelivered = (events: string[], withinMs: number) =>
  waitFor(
    'all events to be delivered',
    async () => (await deliveryStates(postgres, events))['delivered'] === events.length,
    withinMs,
  );

/** Expects that the first attempts began in the order of the events. */
async function expectOrder(events: string[]): Promise<void> {
  const beginnings = await beginningsOf(postgres, events);
  expect(beginnings.map(({ event }) => event)).toEqual(events);
  const times = beginnings.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}

describe('a backlog with two workers', () => {
  it('goes on within a second when a worker is restarted, each event once and in order', async () => {
    let workers = [await startWorker(env), await startWorker(env)];
    const { receiver, tenant } = await workingReceiver(25);
    const events: string[] = [];
    for (let restart = 0; restart < 5; restart++) {
      events.push(...(await insertEvents(postgres, 900, tenant)));
      const sender = await findSender(workers, receiver, 200);
      const ended = sender.end('SIGTERM');
      const arrived = receiver.received.length;
      await waitFor('the backlog to go on', () => receiver.received.length > arrived + BATCH, SENT_AGAIN_MS);
      expect((await ended).code).toBe(0);
      workers = [...workers.filter(worker => worker !== sender), await startWorker(env)];
    }
    await allDelivered(events, SENT_AGAIN_MS);
    const times = receiver.received.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - times[index]!);
    expect(Math.max(...pauses)).toBeLessThan(MAX_DELAY_MS);
    expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    await expectOrder(events);
    await Promise.all(workers.map(worker => worker.end()));
  });

  it('is complete and in order after two workers were killed; at most a batch of each is sent twice', async () => {
    const workers = [await startWorker(env), await startWorker(env), await startWorker(env)];
    const { receiver, tenant } = await workingReceiver(25);
    const events: string[] = [];
    for (let kill = 1; kill <= 2; kill++) {
      events.push(...(await insertEvents(postgres, 1_000, tenant)));
      const sender = await findSender(workers, receiver, 200);
      sender.signal('SIGKILL');
      await sender.exited;
      workers.splice(workers.indexOf(sender), 1);
      await allDelivered(events, SENT_AGAIN_MS);
      expect(receiver.ids.length - events.length).toBeLessThanOrEqual(kill * BATCH);
    }
    expect(new Set(receiver.ids)).toEqual(new Set(events));
    await expectOrder(events);
    await Promise.all(workers.map(worker => worker.end()));
  });
});

describe('a worker killed while it sends to 60 receivers', () => {
  it('is replaced within 30 seconds for each of them', async () => {
    const receiver = await TestReceiver.start();
    const tenants = await Promise.all(Array.from({ length: 60 }, () => addTenant(postgres)));
    await Promise.all(tenants.map(tenant => addReceiver(postgres, receiver.url, tenant)));
    const killed = await startWorker(env);
    const events = (await Promise.all(tenants.map(tenant => insertEvents(postgres, 3, tenant)))).flat();
    await waitFor('the first event', () => receiver.received.length > 0);
    killed.signal('SIGKILL');
    await killed.exited;
    const next = await startWorker(env);
    await allDelivered(events, SENT_AGAIN_MS);
    expect(new Set(receiver.ids)).toEqual(new Set(events));
    await next.end();
  });
});
