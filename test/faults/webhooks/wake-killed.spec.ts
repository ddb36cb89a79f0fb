import pg from 'pg';
import { type Environment, startInstallation, startWorker } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';
import { RedisServer } from '../../support/redis.js';
import { describeWith } from '../../support/requirements.js';

const EVENTS = 5;

/** The promise for deliveries of a worker that was killed. */
const PROMISED_MS = 30_000;

let postgres: Database;
let env: Environment;
let receivers: TestReceiver[];

beforeAll(async () => {
  ({ postgres, env } = await startInstallation(WEBHOOKS));
  receivers = [await TestReceiver.start(), await TestReceiver.start()];
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
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE 'UPDATE webhooks.cursors c SET due_at = $1%FROM unnest%'`,
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

    const next = await startWorker(env);
    const all = EVENTS * receivers.length;
    await waitFor('all deliveries', async () => (await deliveryStates(postgres, events))['delivered'] === all);
    for (const receiver of receivers) expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    const pairs = await postgres.query('SELECT DISTINCT receiver_id, event_id FROM webhooks.deliveries');
    expect(pairs).toHaveLength(all);
    await next.end();
  });
});

describeWith('redis-server', 'a worker killed between taking a job and leasing its receiver', () => {
  /** Locks the receiver of the job that waits; returns a function that releases it. */
  async function lockCursors(): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: postgres.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM webhooks.cursors FOR UPDATE');
    return () => holder.end();
  }

  /** Ends the statements that wait to lease a receiver, and returns their number. */
  const endLeasing = async (): Promise<number> => {
    const waiting = await postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE 'UPDATE webhooks.cursors c SET leased_until%'`,
    );
    return waiting.length;
  };

  it('is replaced within 30 seconds', async () => {
    const redis = await RedisServer.start();
    const onRedis = { ...env, REDIS_URL: redis.url };
    const worker = await startWorker(onRedis);
    // BullMQ marks a paused queue like this: it accepts jobs and hands out none.
    await redis.client.hset('nameyard:receivers:meta', 'paused', '1');
    const events = await insertEvents(postgres, EVENTS);
    await waitFor('the jobs to wait', async () => (await redis.client.llen('nameyard:receivers:wait')) > 0);
    const unlock = await lockCursors();
    await redis.client.hdel('nameyard:receivers:meta', 'paused');
    await redis.client.zadd('nameyard:receivers:marker', 0, '0');
    const isLeasing = async () => {
      worker.signal('SIGSTOP');
      const caught = (await endLeasing()) > 0;
      worker.signal(caught ? 'SIGKILL' : 'SIGCONT');
      return caught;
    };
    await waitFor('the worker to lease a receiver', isLeasing);
    await worker.exited;
    await unlock();

    await startWorker(onRedis);
    const all = EVENTS * receivers.length;
    await waitFor(
      'all deliveries',
      async () => (await deliveryStates(postgres, events))['delivered'] === all,
      PROMISED_MS,
    );
  });
});
