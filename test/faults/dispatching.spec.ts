import pg from 'pg';
import { type Environment, startWorker, startInstallation } from '../processes/nameyard.js';
import type { Database } from '../processes/postgres.js';
import type { Program } from '../processes/program.js';
import { insertEvents } from '../processes/webhooks.js';
import { registerCleanup } from '../support/cleanup.js';
import { waitFor } from '../support/eventually.js';

const REGISTRATIONS = 12;
/** Fewer than a batch, so that the worker processes them in one transaction. */
const COPIES = 5_000;

let postgres: Database;
let env: Environment;

/** Number of events that the usage statistics have not received. */
const waiting = async (): Promise<number> => {
  const [row] = await postgres.query<{ n: string }>(
    `SELECT count(*) AS n FROM platform.events e LEFT JOIN platform.consumers c ON c.name = 'usage.count-registrations'
     WHERE c.name IS NULL OR (e.epoch, e.transaction_id, e.position) > (c.epoch, c.transaction_id, c.position)`,
  );
  return Number(row?.n);
};

const counted = async (): Promise<number> => {
  const [row] = await postgres.query<{ n: string }>(
    'SELECT coalesce(sum(registrations), 0) AS n FROM usage.registrations',
  );
  return Number(row?.n);
};

beforeAll(async () => void ({ postgres, env } = await startInstallation()));

/** The worker that runs. */
let worker: Program;

describe('events without a worker', () => {
  it('are processed once by a worker that starts later', async () => {
    await insertEvents(postgres, REGISTRATIONS);
    expect([await waiting(), await counted()]).toEqual([REGISTRATIONS, 0]);
    worker = await startWorker(env);
    await waitFor('the events to be counted', async () => (await counted()) === REGISTRATIONS);
    expect(await waiting()).toBe(0);
  });
});

describe('a worker killed while processing events', () => {
  it('skips no event and processes none twice', async () => {
    await insertEvents(postgres, COPIES);
    await waitFor('the events to be counted', async () => (await waiting()) === 0);
    const holder = new pg.Client({ connectionString: postgres.url });
    holder.on('error', () => {}); // the database is dropped while a failed test holds the lock
    registerCleanup(() => holder.end().catch(() => {}));
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE usage.registrations IN SHARE ROW EXCLUSIVE MODE');
    await insertEvents(postgres, COPIES);
    await waitFor('the worker to process them', async () => {
      const sql = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'usage.registrations'::regclass`;
      return (await postgres.query(sql)).length > 0;
    });
    worker.signal('SIGKILL');
    await worker.exited;
    await holder.end();
    expect(await waiting()).toBe(COPIES);
    worker = await startWorker(env);
    await waitFor('the rest to be counted', async () => (await waiting()) === 0);
    expect(await counted()).toBe(REGISTRATIONS + 2 * COPIES);
    expect(await postgres.query('SELECT FROM platform.dead_events')).toEqual([]);
    expect((await worker.end()).code).toBe(0);
  });
});
