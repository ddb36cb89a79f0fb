import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Database, startDatabase } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, attemptsOf, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { repeatWhenSlow } from '../../support/repeat-when-slow.js';
import { TestReceiver } from '../../support/receiver.js';

const PROMISED_MS = 30_000;
/** Time that a worker gives its deliveries when it stops. */
const GRACE_MS = 3_000;

let postgres: Database;
let env: Environment;
let receiver: TestReceiver;
/** The worker that runs; each test leaves one to the next. */
let worker: Program;

beforeAll(async () => {
  postgres = await startDatabase();
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  receiver = await TestReceiver.start();
  await addReceiver(postgres, receiver.url);
});

/** Inserts an event and waits until the receiver holds its request. */
async function startDelivery(): Promise<string> {
  receiver.hold();
  const [event = ''] = await insertEvents(postgres, 1);
  await waitFor('the event to arrive', () => receiver.ids.includes(event));
  return event;
}

const arrivals = (event: string) => receiver.ids.filter(id => id === event).length;

const delivered = (event: string) =>
  waitFor(
    'the event to be delivered',
    async () => (await deliveryStates(postgres, [event]))['delivered'] === 1,
    PROMISED_MS,
  );

describe('a worker killed during a delivery', () => {
  it('is replaced: another worker sends the event again within 30 seconds with the same id', async () => {
    const killed = await startWorker(env);
    const event = await startDelivery();
    worker = await startWorker(env);
    killed.signal('SIGKILL');
    const at = Date.now();
    receiver.release();
    await delivered(event);
    const arrived = receiver.received.at(-1)?.at ?? Infinity;
    expect(arrivals(event)).toBe(2);
    expect(arrived - at).toBeLessThan(PROMISED_MS);
    const [last] = (await attemptsOf(postgres, [event])).slice(-1);
    expect(last).toMatchObject({ event, status: 200, reason: null });
  });
});

describe('a worker stopped during a delivery', () => {
  it('interrupts the delivery after the grace period and exits; the next worker sends the event again with the same id', async () => {
    const event = await startDelivery();
    const signalled = performance.now();
    expect((await worker.end('SIGTERM')).code).toBe(0);
    expect(performance.now() - signalled).toBeGreaterThan(0.9 * GRACE_MS);
    expect(await deliveryStates(postgres, [event])).toEqual({ pending: 1 });
    receiver.release();
    worker = await startWorker(env);
    await delivered(event);
    expect(arrivals(event)).toBe(2);
    expect(await attemptsOf(postgres, [event])).toEqual([
      { event, number: 1, status: null, reason: 'interrupted' },
      { event, number: 2, status: 200, reason: null },
    ]);
  });

  it('waits for a response within the grace period', () =>
    repeatWhenSlow(0.9 * GRACE_MS, async timed => {
      if (worker.hasExited) worker = await startWorker(env);
      const event = await startDelivery();
      await timed(async () => {
        const exited = worker.end('SIGTERM');
        await worker.waitForOutput('stopping');
        receiver.release();
        expect((await exited).code).toBe(0);
      });
      expect(await attemptsOf(postgres, [event])).toEqual([{ event, number: 1, status: 200, reason: null }]);
    }));
});
