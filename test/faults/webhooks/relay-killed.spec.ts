import pg from 'pg';
import { afterwards } from '../../processes/afterwards.js';
import { ask, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { until } from '../../processes/until.js';
import { addReceiver, announce, statesOf, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';

const EVENTS = 5;

let postgres: Postgres;
let env: Environment;
let receivers: TestReceiver[];

beforeAll(async () => {
  [postgres, ...receivers] = await Promise.all([startPostgres(), TestReceiver.start(), TestReceiver.start()]);
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url };
  await ask(['migrate'], env);
  for (const receiver of receivers) {
    afterwards(() => receiver.stop());
    await addReceiver(postgres, receiver.url);
  }
});

/** Nobody writes events while it is held; gives what lets go of it. */
async function lockEvents(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE webhooks.events IN EXCLUSIVE MODE');
  return () => holder.end();
}

const isInTheMidst = async (): Promise<boolean> => {
  const waiting = await postgres.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO webhooks.events%'`,
  );
  return waiting.length > 0;
};

/** Kills it while its relay has claimed events and has not dispatched them. */
async function killInTheMidst(worker: Program): Promise<void> {
  await until('the relay to be in the midst', async () => {
    if (!(await isInTheMidst())) return false;
    // The statement gives up after a while; that it has not yet is certain only when the worker stands still.
    worker.signal('SIGSTOP');
    const caught = await isInTheMidst();
    worker.signal(caught ? 'SIGKILL' : 'SIGCONT');
    return caught;
  });
  await worker.ended;
}

describe('a worker killed between the claim of events and their dispatch', () => {
  it('leaves them to the next one: each receiver gets each of them once, and has one delivery of it', async () => {
    const letGo = await lockEvents();
    const worker = await startWorker(env);
    const events = await announce(postgres, EVENTS);
    await killInTheMidst(worker);
    await letGo();
    expect(await statesOf(postgres, events)).toEqual({});

    await startWorker(env);
    const delivered = { delivered: EVENTS * receivers.length };
    await until('all of it to be delivered', async () => (await statesOf(postgres, events))['delivered'] !== undefined);
    await until('all', async () => JSON.stringify(await statesOf(postgres, events)) === JSON.stringify(delivered));
    for (const receiver of receivers) expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    const pairs = await postgres.query('SELECT DISTINCT receiver_id, event_id FROM webhooks.deliveries');
    expect(pairs).toHaveLength(EVENTS * receivers.length);
    const states = await postgres.query('SELECT state, count(*)::int AS n FROM platform.outbox GROUP BY state');
    expect(states).toEqual([{ state: 'done', n: EVENTS }]);
  });
});
