import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Database, type Postgres, startPostgres } from '../../processes/postgres.js';
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

/** A worker, and a receiver of the events of its database. */
interface Installation {
  env: Environment;
  database: Database;
  receiver: TestReceiver;
  worker: Program;
}

let postgres: Postgres;
let installations: Installation[];

/** Starts a worker with its own database on the server. */
async function install(name: string, queue: Environment): Promise<Installation> {
  const [database, receiver] = [await postgres.createDatabase(name), await TestReceiver.start()];
  // The default timeout, so that statements fail while PostgreSQL hangs.
  const env = { ...WEBHOOKS, DATABASE_URL: database.url, DATABASE_TIMEOUT: '1s', ...queue };
  await runCliJson(['migrate'], env);
  await addReceiver(database, receiver.url);
  return { env, database, receiver, worker: await startWorker(env) };
}

const mapInstallations = <Result>(work: (installation: Installation) => Promise<Result>): Promise<Result[]> =>
  Promise.all(installations.map(work));

/** Inserts events and waits until the receiver holds all their requests. */
async function startDeliveries({ database, receiver }: Installation): Promise<string[]> {
  receiver.hold();
  const events = await insertEvents(database, EVENTS);
  await waitFor('the events to arrive', () => events.every(event => receiver.ids.includes(event)));
  return events;
}

/** Whether the last line about the LISTEN connection says that it is restored; there is none before it is lost. */
const isListening = ({ stdout }: Program): boolean =>
  stdout.lastIndexOf('LISTEN connection lost') <= stdout.lastIndexOf('LISTEN connection restored');

const allDelivered = (database: Database, events: string[]) =>
  waitFor(
    'all events to be delivered',
    async () => (await deliveryStates(database, events))['delivered'] === events.length,
    SENT_AGAIN_MS,
  );

/** Waits until all events are delivered, compares the attempts with the requests received, and returns the outcomes. */
async function expectDelivered({ database, receiver }: Installation, events: string[]): Promise<string[]> {
  await allDelivered(database, events);
  const log = await attemptsOf(database, events);
  const known = (event: string) => log.filter(attempt => attempt.event === event);
  for (const event of events) expect(receiver.ids.filter(id => id === event)).toHaveLength(known(event).length);
  return log.map(({ status, reason }) => String(status ?? reason));
}

describeWith('redis-server', 'with the queue on PostgreSQL and on Redis, PostgreSQL', () => {
  beforeAll(async () => {
    const [redis] = await Promise.all([RedisServer.start(), startPostgres().then(server => (postgres = server))]);
    installations = await Promise.all([
      install('queue_on_postgres', {}),
      install('queue_on_redis', { REDIS_URL: redis.url }),
    ]);
  });

  for (const [name, interrupt, recover] of [
    ['stops', () => postgres.stop('SIGINT'), () => postgres.startAgain()],
    ['crashes', () => postgres.stop('SIGQUIT'), () => postgres.startAgain()],
    ['hangs', () => postgres.pause(), () => postgres.resume()],
  ] as const)
    it(`${name} during deliveries: records their outcomes after it recovers`, async () => {
      const events = await mapInstallations(startDeliveries);
      await mapInstallations(({ worker }) => waitFor('the worker to listen', () => isListening(worker)));
      await interrupt();
      for (const { receiver } of installations) receiver.release();
      await mapInstallations(({ worker }) => waitFor('the worker to notice', () => !isListening(worker)));
      await recover();
      const later = await mapInstallations(({ database }) => insertEvents(database, EVENTS));
      for (const [index, installation] of installations.entries()) {
        const outcomes = await expectDelivered(installation, [...events[index]!, ...later[index]!]);
        expect(outcomes.filter(outcome => outcome === '200')).toHaveLength(2 * EVENTS);
        expect(installation.worker.hasExited).toBe(false);
      }
    });

  it('had all these faults: logs only a few lines', () => {
    for (const { worker } of installations) {
      expect(worker.stderr).toBe('');
      expect(linesBesidesAttempts(worker).length).toBeLessThan(25);
    }
  });

  it('is down when the worker dies: sends unrecorded deliveries again', async () => {
    const events = await mapInstallations(startDeliveries);
    await postgres.stop('SIGQUIT');
    for (const { receiver, worker } of installations) {
      receiver.release();
      worker.signal('SIGKILL');
      await worker.exited;
    }
    await postgres.startAgain();
    await mapInstallations(({ env }) => startWorker(env));
    for (const [index, { database, receiver }] of installations.entries()) {
      await allDelivered(database, events[index]!);
      for (const event of events[index]!) expect(receiver.ids.filter(id => id === event)).toHaveLength(2);
    }
  });
});
