import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
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

const EVENTS = 10;

/** Longer than the lease of 25 seconds. */
const SENT_AGAIN_MS = 40_000;

function describePostgresFaults(queue: () => Promise<Environment>): void {
  let postgres: Postgres;
  let env: Environment;
  let worker: Program;
  let receiver: TestReceiver;

  beforeAll(async () => {
    [postgres, receiver] = await Promise.all([startPostgres(), TestReceiver.start()]);
    // The default timeout, so that statements fail while PostgreSQL hangs.
    env = { ...WEBHOOKS, DATABASE_URL: postgres.url, DATABASE_TIMEOUT: '1s', ...(await queue()) };
    await runCliJson(['migrate'], env);
    await addReceiver(postgres, receiver.url);
    worker = await startWorker(env);
  });

  /** Inserts events and waits until the receiver holds all their requests. */
  async function startDeliveries(): Promise<string[]> {
    receiver.hold();
    const events = await insertEvents(postgres, EVENTS);
    await waitFor('the events to arrive', () => events.every(event => receiver.ids.includes(event)));
    return events;
  }

  /**
   * Waits until all events are delivered, compares the attempts with the requests received, and returns the outcomes.
   */
  async function expectDelivered(events: string[], withinMs: number): Promise<string[]> {
    const all = async () => (await deliveryStates(postgres, events))['delivered'] === events.length;
    await waitFor('all events to be delivered', all, withinMs);
    const log = await attemptsOf(postgres, events);
    const known = (event: string) => log.filter(attempt => attempt.event === event);
    for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(known(event).length);
    return log.map(({ status, reason }) => String(status ?? reason));
  }

  for (const [name, interrupt, recover] of [
    ['stops', () => postgres.stop('SIGINT'), () => postgres.startAgain()],
    ['crashes', () => postgres.stop('SIGQUIT'), () => postgres.startAgain()],
    ['hangs', () => postgres.pause(), () => postgres.resume()],
  ] as const)
    it(`${name} during deliveries: records their outcomes after it recovers`, async () => {
      const events = await startDeliveries();
      const logged = worker.stdout.length;
      await interrupt();
      receiver.release();
      await waitFor('the worker to notice', () => worker.stdout.includes('LISTEN connection lost', logged));
      await recover();
      const later = await insertEvents(postgres, EVENTS);
      const outcomes = await expectDelivered([...events, ...later], SENT_AGAIN_MS);
      expect(outcomes.filter(outcome => outcome === '200')).toHaveLength(2 * EVENTS);
      expect(worker.hasExited).toBe(false);
    });

  it('logs only a few lines', () => {
    expect(worker.stderr).toBe('');
    expect(linesBesidesAttempts(worker).length).toBeLessThan(25);
  });

  it('is down when the worker dies: sends unrecorded deliveries again', async () => {
    const events = await startDeliveries();
    await postgres.stop('SIGQUIT');
    receiver.release();
    worker.signal('SIGKILL');
    await worker.exited;
    await postgres.startAgain();
    await startWorker(env);
    await waitFor(
      'all events to be delivered',
      async () => (await deliveryStates(postgres, events))['delivered'] === EVENTS,
      SENT_AGAIN_MS,
    );
    for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(2);
  });
}

describe('queue on PostgreSQL: PostgreSQL', () => describePostgresFaults(async () => ({})));

describeWith('redis-server', 'queue on Redis: PostgreSQL', () =>
  describePostgresFaults(async () => ({ REDIS_URL: (await RedisServer.start()).url })),
);
