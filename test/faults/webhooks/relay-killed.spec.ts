import pg from 'pg';
import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';

const EVENTS = 5;

let postgres: Postgres;
let env: Environment;
let receivers: TestReceiver[];

beforeAll(async () => {
  [postgres, ...receivers] = await Promise.all([startPostgres(), TestReceiver.start(), TestReceiver.start()]);
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  for (const receiver of receivers) {
    await addReceiver(postgres, receiver.url);
  }
});

/** Blocks inserts into `webhooks.events`; returns a function that releases the lock. */
async function lockEvents(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE webhooks.events IN EXCLUSIVE MODE');
  return () => holder.end();
}

const isInserting = async (): Promise<boolean> => {
  const waiting = await postgres.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO webhooks.events%'`,
  );
  return waiting.length > 0;
};

/** Kills the worker after its relay has claimed events and before it has dispatched them. */
async function killDuringInsert(worker: Program): Promise<void> {
  await waitFor('the relay to dispatch events', async () => {
    if (!(await isInserting())) return false;
    // The statement times out eventually, so check again while the worker is stopped.
    worker.signal('SIGSTOP');
    const caught = await isInserting();
    worker.signal(caught ? 'SIGKILL' : 'SIGCONT');
    return caught;
  });
  await worker.exited;
}

describe('a worker killed between claiming and dispatching events', () => {
  it('leaves the events to the next worker, which delivers each of them once to each receiver', async () => {
    const unlock = await lockEvents();
    const worker = await startWorker(env);
    const events = await insertEvents(postgres, EVENTS);
    await killDuringInsert(worker);
    await unlock();
    expect(await deliveryStates(postgres, events)).toEqual({});

    await startWorker(env);
    const delivered = { delivered: EVENTS * receivers.length };
    await waitFor(
      'the first delivery',
      async () => (await deliveryStates(postgres, events))['delivered'] !== undefined,
    );
    await waitFor(
      'all deliveries',
      async () => JSON.stringify(await deliveryStates(postgres, events)) === JSON.stringify(delivered),
    );
    for (const receiver of receivers) expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    const pairs = await postgres.query('SELECT DISTINCT receiver_id, event_id FROM webhooks.deliveries');
    expect(pairs).toHaveLength(EVENTS * receivers.length);
    const states = await postgres.query('SELECT state, count(*)::int AS n FROM platform.outbox GROUP BY state');
    expect(states).toEqual([{ state: 'done', n: EVENTS }]);
  });
});
