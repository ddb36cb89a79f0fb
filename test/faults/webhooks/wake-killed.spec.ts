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
  for (const receiver of receivers) await addReceiver(postgres, receiver.url);
});

/** Blocks the marks of receivers; returns a function that releases the lock. */
async function lockMarks(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE webhooks.cursors IN SHARE MODE');
  return () => holder.end();
}

const isMarking = async (): Promise<boolean> => {
  const waiting = await postgres.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE webhooks.cursors c SET due_at = $1%FROM unnest%'`,
  );
  return waiting.length > 0;
};

/** Kills the worker after it has read events and before it has marked their receivers. */
async function killDuringMark(worker: Program): Promise<void> {
  await waitFor('the worker to mark receivers', async () => {
    if (!(await isMarking())) return false;
    // The statement times out eventually, so check again while the worker is stopped.
    worker.signal('SIGSTOP');
    const caught = await isMarking();
    worker.signal(caught ? 'SIGKILL' : 'SIGCONT');
    return caught;
  });
  await worker.exited;
}

describe('a worker killed between reading events and marking their receivers', () => {
  it('leaves the events to the next worker, which delivers each of them once to each receiver', async () => {
    const unlock = await lockMarks();
    const worker = await startWorker(env);
    const events = await insertEvents(postgres, EVENTS);
    await killDuringMark(worker);
    await unlock();
    expect(await deliveryStates(postgres, events)).toEqual({});

    await startWorker(env);
    const all = EVENTS * receivers.length;
    await waitFor('all deliveries', async () => (await deliveryStates(postgres, events))['delivered'] === all);
    for (const receiver of receivers) expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    const pairs = await postgres.query('SELECT DISTINCT receiver_id, event_id FROM webhooks.deliveries');
    expect(pairs).toHaveLength(all);
  });
});
