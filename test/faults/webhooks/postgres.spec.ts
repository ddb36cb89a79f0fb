import { afterwards } from '../../processes/afterwards.js';
import { ask, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { RedisServer } from '../../processes/redis.js';
import { until } from '../../processes/until.js';
import { addReceiver, announce, logOf, statesOf, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { describeWith } from '../../support/requirements.js';

const EVENTS = 10;

/** Longer than the lease of 25 seconds. */
const SENT_AGAIN_MS = 40_000;

function whilePostgresIsAway(queue: () => Promise<Environment>): void {
  let postgres: Postgres;
  let env: Environment;
  let worker: Program;
  let receiver: TestReceiver;

  beforeAll(async () => {
    [postgres, receiver] = await Promise.all([startPostgres(), TestReceiver.start()]);
    afterwards(() => receiver.stop());
    env = { ...WEBHOOKS, DATABASE_URL: postgres.url, ...(await queue()) };
    await ask(['migrate'], env);
    await addReceiver(postgres, receiver.url);
    worker = await startWorker(env);
  });

  /** Inserts events and waits until the receiver holds all their requests. */
  async function underWay(): Promise<string[]> {
    receiver.holds();
    const events = await announce(postgres, EVENTS);
    await until('the events to arrive', () => events.every(event => receiver.ids.includes(event)));
    return events;
  }

  /**
   * Waits until all events are delivered, compares the attempts with the requests received, and returns the outcomes.
   */
  async function deliveredBy(events: string[], withinMs: number): Promise<string[]> {
    const all = async () => (await statesOf(postgres, events))['delivered'] === events.length;
    await until('all events to be delivered', all, withinMs);
    const log = await logOf(postgres, events);
    const known = (event: string) => log.filter(attempt => attempt.event === event);
    for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(known(event).length);
    return log.map(({ status, reason }) => String(status ?? reason));
  }

  for (const [name, take, giveBack] of [
    ['stops', () => postgres.stop('SIGINT'), () => postgres.startAgain()],
    ['crashes', () => postgres.stop('SIGQUIT'), () => postgres.startAgain()],
    ['hangs', () => postgres.pause(), () => postgres.resume()],
  ] as const)
    it(`${name} during deliveries: records their outcomes after it recovers`, async () => {
      const events = await underWay();
      const said = worker.stdout.length;
      await take();
      receiver.releases();
      await until('the worker to notice', () => worker.stdout.includes('lost the connection that tells of changes', said));
      await giveBack();
      const later = await announce(postgres, EVENTS);
      const outcomes = await deliveredBy([...events, ...later], SENT_AGAIN_MS);
      expect(outcomes.filter(outcome => outcome === '200')).toHaveLength(2 * EVENTS);
      expect(worker.hasEnded).toBe(false);
    });

  it('logs only a few lines', () => {
    expect(worker.stderr).toBe('');
    expect(worker.stdout.split('\n').length).toBeLessThan(25);
  });

  it('is down when the worker dies: sends unrecorded deliveries again', async () => {
    const events = await underWay();
    await postgres.stop('SIGQUIT');
    receiver.releases();
    worker.signal('SIGKILL');
    await worker.ended;
    await postgres.startAgain();
    await startWorker(env);
    const outcomes = await deliveredBy(events, SENT_AGAIN_MS);
    expect(outcomes.toSorted()).toEqual([...events.map(() => '200'), ...events.map(() => 'worker_lost')]);
  });
}

describe('queue on PostgreSQL: PostgreSQL', () => whilePostgresIsAway(async () => ({})));

describeWith('redis-server', 'queue on Redis: PostgreSQL', () =>
  whilePostgresIsAway(async () => ({ REDIS_URL: (await RedisServer.start()).url })),
);
