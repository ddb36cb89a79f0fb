import { concurrently } from '../support/outcome.js';
import { runCliJson, type Environment, startApi, startWorker } from '../processes/nameyard.js';
import { grantKey } from '../processes/keys.js';
import { type Database, startDatabase } from '../processes/postgres.js';
import { waitFor } from '../support/eventually.js';

const REGISTRATIONS = 12;
/** Enough events that a worker is still processing them when it is killed. */
const COPIES = 20_000;

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

beforeAll(async () => {
  postgres = await startDatabase();
  env = { DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
});

describe('events without a worker', () => {
  it('are processed once by a worker that starts later', async () => {
    const api = await startApi(env);
    const client = api.client(await grantKey(postgres));
    await concurrently(REGISTRATIONS, async index => {
      const order = await client.order(`waiting-${index}.com`);
      expect((await client.checkout(String(order.body.data?.order_id), `ref-${index}`)).code).toBe('ok');
    });
    expect([await waiting(), await counted()]).toEqual([REGISTRATIONS, 0]);
    const worker = await startWorker(env);
    await waitFor('the events to be counted', async () => (await counted()) === REGISTRATIONS);
    expect(await waiting()).toBe(0);
    expect((await worker.end()).code).toBe(0);
  });
});

describe('a worker killed while processing events', () => {
  it('skips no event and processes none twice', async () => {
    await postgres.query(
      `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
       SELECT epoch, 'evt_copy_' || n, type, tenant_id, key, occurred_at, recorded_at, context, body
       FROM (SELECT * FROM platform.events ORDER BY position LIMIT 1), generate_series(1, $1::int) AS n`,
      [COPIES],
    );
    const left: number[] = [];
    for (let round = 1; round <= 2; round++) {
      const before = await waiting();
      const worker = await startWorker(env);
      await waitFor('some events to be counted', async () => (await waiting()) < before);
      worker.signal('SIGKILL');
      await worker.exited;
      left.push(await waiting());
    }
    // Otherwise no worker was killed while processing, and the test proves nothing.
    expect(left[0]).toBeGreaterThan(0);
    await startWorker(env);
    await waitFor('the rest to be counted', async () => (await waiting()) === 0, 150_000);
    expect(await counted()).toBe(REGISTRATIONS + COPIES);
    expect(await postgres.query('SELECT FROM platform.dead_events')).toEqual([]);
  });
});
