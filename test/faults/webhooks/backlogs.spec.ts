import { runCliJson, type Environment, startWorker, startInstallation } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
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

/** The most events that are sent again after a worker was killed: two batches. */
const BATCHES = 200;

/** How much later than without the restart of a worker an event can arrive: a second, and another one on a busy machine. */
const MAX_DELAY_MS = 2_000;

/** The lease of a killed worker, and the rest of the backlog. */
const SENT_AGAIN_MS = 30_000;

let postgres: Database;
let env: Environment;
let workers: Program[] = [];

beforeAll(async () => void ({ postgres, env } = await startInstallation({ ...WEBHOOKS, LOG_LEVEL: 'debug' })));

/** Starts workers until this number runs. */
async function ensureWorkers(count: number): Promise<void> {
  const missing = Array.from({ length: count - workers.length }, () => startWorker(env));
  workers.push(...(await Promise.all(missing)));
}

/** Requests that a receiver answers before the worker is interrupted. */
const ANSWERED = 2 * BATCHES;

/**
 * A receiver of its own tenant that responds after a time, and works already. It answers further requests only after `goOn`,
 * so that the worker is interrupted in the middle of a backlog, however slow the test is.
 */
async function workingReceiver(ms: number) {
  const [receiver, tenant] = [await TestReceiver.start(), await addTenant(postgres)];
  await addReceiver(postgres, receiver.url, tenant);
  const [first = ''] = await insertEvents(postgres, 1, tenant);
  await waitFor('the first event', async () => (await deliveryStates(postgres, [first]))['delivered']);
  receiver.received.splice(0);
  const held: (() => void)[] = [];
  let isHolding = true;
  receiver.respondWith((_request, response) => {
    const respond = () => void setTimeout(() => response.end(), ms);
    if (isHolding && receiver.received.length > ANSWERED) held.push(respond);
    else respond();
  });
  const goOn = () => {
    isHolding = false;
    for (const respond of held.splice(0)) respond();
  };
  const startAgain = () => {
    isHolding = true;
    receiver.received.splice(0);
  };
  return { receiver, tenant, goOn, startAgain };
}

/** Waits until a worker has delivered a part of the backlog, and removes it from the list. */
async function takeSender(receiver: TestReceiver): Promise<Program> {
  const lengths = new Map(workers.map(worker => [worker, worker.stdout.length]));
  const arrived = receiver.received.length;
  await waitFor('a part of the backlog to arrive', () => receiver.received.length >= arrived + BATCHES);
  const hasDelivered = (worker: Program) => worker.stdout.includes('"msg":"delivered"', lengths.get(worker));
  const sender = await waitFor('a worker to deliver', () => workers.find(hasDelivered));
  workers = workers.filter(worker => worker !== sender);
  return sender;
}

/** Otherwise the worker was not interrupted. */
const expectRest = (receiver: TestReceiver, events: string[]) =>
  expect(new Set(receiver.ids).size).toBeLessThan(events.length);

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

describe('a backlog without a worker', () => {
  it('is shown as queued, and delivered by a worker that starts later', async () => {
    const [receiver, tenant] = [await TestReceiver.start(), await addTenant(postgres)];
    await addReceiver(postgres, receiver.url, tenant);
    const events = await insertEvents(postgres, 25, tenant);
    const list = ['webhooks', 'list', '--tenant', tenant.replace('_', '-')];
    expect(await runCliJson(list, env)).toMatchObject([{ url: receiver.url, queued: 25 }]);
    await ensureWorkers(1);
    await allDelivered(events, SENT_AGAIN_MS);
    expect(await runCliJson(list, env)).toMatchObject([{ queued: 0 }]);
    expect(receiver.ids.toSorted()).toEqual(events.toSorted());
  });
});

describe('a backlog of one receiver', () => {
  it('goes on within two seconds when its worker is restarted, each event once and in order', async () => {
    await ensureWorkers(1);
    const { receiver, tenant, goOn, startAgain } = await workingReceiver(25);
    const pauses: number[] = [];
    for (let restart = 1; restart <= 3; restart++) {
      await ensureWorkers(2);
      startAgain();
      const events = await insertEvents(postgres, 800, tenant);
      const sender = await takeSender(receiver);
      expectRest(receiver, events);
      const ended = sender.end('SIGTERM');
      goOn();
      await allDelivered(events, SENT_AGAIN_MS);
      expect((await ended).code).toBe(0);
      const times = receiver.received.map(({ at }) => at);
      pauses.push(Math.max(...times.slice(1).map((at, index) => at - times[index]!)));
      expect(receiver.ids.toSorted()).toEqual(events.toSorted());
      await expectOrder(events);
    }
    // The machine can pause during one of them.
    expect(pauses.filter(ms => ms >= MAX_DELAY_MS).length).toBeLessThanOrEqual(1);
  });

  it('is complete and in order after its worker was killed; at most two batches are sent twice', async () => {
    await ensureWorkers(2);
    const { receiver, tenant, goOn } = await workingReceiver(25);
    const events = await insertEvents(postgres, 700, tenant);
    const sender = await takeSender(receiver);
    sender.signal('SIGKILL');
    await sender.exited;
    expectRest(receiver, events);
    goOn();
    await allDelivered(events, SENT_AGAIN_MS);
    expect(receiver.ids.length - events.length).toBeLessThanOrEqual(BATCHES);
    expect(new Set(receiver.ids)).toEqual(new Set(events));
    await expectOrder(events);
  });
});

describe('a worker that sends to 60 receivers', () => {
  it('is replaced within 30 seconds for each of them when it is killed', async () => {
    const receiver = await TestReceiver.start();
    const tenants = await Promise.all(Array.from({ length: 60 }, () => addTenant(postgres)));
    await Promise.all(tenants.map(tenant => addReceiver(postgres, receiver.url, tenant)));
    await ensureWorkers(2);
    const killed = workers.shift()!;
    const events = (await Promise.all(tenants.map(tenant => insertEvents(postgres, 3, tenant)))).flat();
    await waitFor('the first event', () => receiver.received.length > 0);
    killed.signal('SIGKILL');
    await killed.exited;
    await allDelivered(events, SENT_AGAIN_MS);
    expect(new Set(receiver.ids)).toEqual(new Set(events));
  });
});
