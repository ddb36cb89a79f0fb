import { type Environment, startWorker, startInstallation } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
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
  ({ postgres, env } = await startInstallation(WEBHOOKS));
  receiver = await TestReceiver.start();
  await addReceiver(postgres, receiver.url);
  worker = await startWorker(env);
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
