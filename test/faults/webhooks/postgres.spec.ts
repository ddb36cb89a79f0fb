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

/** Longer than the 25 seconds for which what a worker held is left alone. */
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

  /** Events that the receiver has and does not answer yet. */
  async function underWay(): Promise<string[]> {
    receiver.holds();
    const events = await announce(postgres, EVENTS);
    await until('the events to arrive', () => events.every(event => receiver.ids.includes(event)));
    return events;
  }

  /** They are delivered, each by as many attempts as the receiver saw. Gives what came of those, in their order. */
  async function deliveredBy(events: string[], withinMs: number): Promise<string[]> {
    const all = async () => (await statesOf(postgres, events))['delivered'] === events.length;
    await until('all of it to be delivered', all, withinMs);
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
    it(`${name} while deliveries are under way: what came of them is written when it is back`, async () => {
      const events = await underWay();
      const said = worker.stdout.length;
      await take();
      receiver.releases();
      await until('it to be missed', () => worker.stdout.includes('LISTEN connection lost', said));
      await giveBack();
      const later = await announce(postgres, EVENTS);
      const outcomes = await deliveredBy([...events, ...later], SENT_AGAIN_MS);
      expect(outcomes.filter(outcome => outcome === '200')).toHaveLength(2 * EVENTS);
      expect(worker.hasEnded).toBe(false);
    });

  it('said so in a few lines', () => {
    expect(worker.stderr).toBe('');
    expect(worker.stdout.split('\n').length).toBeLessThan(25);
  });

  it('is away when the worker dies: what was sent and nobody wrote down is sent again', async () => {
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

describe('with the queue on PostgreSQL, PostgreSQL', () => whilePostgresIsAway(async () => ({})));

describeWith('redis-server', 'with the queue on Redis, PostgreSQL', () =>
  whilePostgresIsAway(async () => ({ REDIS_URL: (await RedisServer.start()).url })),
);
