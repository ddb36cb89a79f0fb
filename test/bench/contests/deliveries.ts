import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { waitForDeliveries, discardPending } from '../database/drain.js';
import { measureLimit } from '../limits/limit.js';
import type { Contenders, Subscribed } from '../servers/contenders.js';
import type { Receiver } from '../servers/receiver.js';
import { noRedis } from '../servers/redis.js';
import type { Contender, Contest, Sample } from './contest.js';

/** Maximum number of concurrent deliveries to one receiver. */
const AT_A_TIME = 50;

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** Amounts per turn. */
export interface Amounts {
  /** Deliveries, and how many of them warm up. */
  count: number;
  heat: number;
  /** Empty jobs. */
  jobs: number;
  /** Plain messages. */
  posts: number;
}

/**
 * Time from recording events until all are delivered, with and without the relay, compared with empty BullMQ jobs and
 * plain undici requests.
 */
export function deliveringOnPostgres(cast: Contenders, amounts: Amounts, noFanOut?: string): Contest {
  const { jobs, posts } = amounts;
  return {
    name: 'deliveries',
    contenders: [
      delivering('nameyard', cast.product, announce, amounts),
      delivering('nameyard, fanned out', cast.product, fanOut, { ...amounts, heat: 0 }, noFanOut),
      noOps(cast, 'BullMQ no-op', async () => (await cast.floor()).databaseUrl, jobs),
      rawPosts(cast, posts),
    ],
  };
}

export function deliveringOnRedis(cast: Contenders, amounts: Amounts): Contest {
  return {
    name: 'deliveries on Redis',
    contenders: [
      delivering('nameyard on Redis', cast.productOnRedis, announce, amounts, noRedis),
      delivering('nameyard on Redis, fanned out', cast.productOnRedis, fanOut, { ...amounts, heat: 0 }, noRedis),
      noOps(cast, 'BullMQ no-op', cast.redis, 5 * amounts.jobs, noRedis),
    ],
  };
}

/** Records `count` events for the product's receiver; their ids begin with `run`. */
type RecordEvents = (product: Subscribed, run: string, count: number) => Promise<void>;

function delivering(
  name: string,
  start: () => Promise<Subscribed>,
  logProgress: RecordEvents,
  { count, heat }: Amounts,
  absent?: string,
): Contender {
  let cold = heat > 0;
  return {
    name,
    absent,
    start,
    async measure() {
      const product = await start();
      if (cold) await deliver(product, logProgress, heat);
      cold = false;
      return deliver(product, logProgress, count);
    },
  };
}

const noOps = (
  cast: Contenders,
  name: string,
  url: () => Promise<string>,
  jobs: number,
  absent?: string,
): Contender => ({
  name,
  absent,
  measure: async () => measureLimit(cast.stage, 'no-op', await url(), String(jobs), String(AT_A_TIME)),
});

const rawPosts = (cast: Contenders, posts: number): Contender => ({
  name: 'raw undici',
  async measure() {
    const { receiver } = await cast.product();
    const sample = await measureLimit(cast.stage, 'raw-posts', receiver.url, String(posts), String(AT_A_TIME));
    await receiver.judge();
    return sample;
  },
});

async function deliver(product: Subscribed, logProgress: RecordEvents, count: number): Promise<Sample> {
  const { database, receiver } = product;
  await discardPending(database);
  await receiver.judge();
  const run = randomUUID();
  await logProgress(product, run, count);
  await waitForMessages(receiver, count);
  await waitForDeliveries(database);
  const seconds = await secondsTaken(database, run);
  const { different, problems } = await receiver.judge();
  if (different !== count) problems.push(`${count} events were announced, and ${different} received`);
  return { figures: { perSecond: count / seconds }, responses: different, wrong: problems.length, problems };
}

/** Does not query the product's tables, which would load its PostgreSQL; missing deliveries are found by the check. */
async function waitForMessages(receiver: Receiver, count: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await receiver.count()) < count && performance.now() < deadline) await sleep(POLL_MS);
}

/** Inserts registration events like checkouts do. */
async function announce({ database, callers: [first] }: Subscribed, run: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO platform.outbox (id, type, tenant_id, key, occurred_at, due_at, payload)
     SELECT 'evt_' || $1 || n, 'domain.registered', $2, 'ord_' || n, now(), now(), jsonb_build_object(
       'order_id', 'ord_' || n, 'domain', 'shop-' || n || '.com', 'tld', 'com', 'years', 1, 'registered_at', now(),
       'expires_at', now() + interval '1 year', 'currency', 'USD', 'total', 1199,
       'owner_email', 'ada@example.com', 'tenant', $3::text)
     FROM generate_series(1, $4::int) n`,
    [run, first!.tenant.id, first!.tenant.slug, count],
  );
}

/** Inserts events that the relay has already dispatched. */
async function fanOut({ database, callers: [first] }: Subscribed, run: string, count: number): Promise<void> {
  await database.query(
    `WITH event AS (
       INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
       SELECT 'evt_' || $1 || n, $2, 'domain.registered', now(), jsonb_build_object('type', 'domain.registered',
         'timestamp', now(), 'data', jsonb_build_object('order_id', 'ord_' || n, 'domain', 'shop-' || n || '.com',
           'tld', 'com', 'years', 1, 'status', 'registered', 'registered_at', now(),
           'expires_at', now() + interval '1 year', 'amount', '{"currency": "USD", "total": 11.99}'::jsonb,
           'owner', '{"email": "ada@example.com"}'::jsonb, 'tenant', $3::text))::text
       FROM generate_series(1, $4::int) n RETURNING id, tenant_id, type
     )
     INSERT INTO webhooks.deliveries
       (id, tenant_id, receiver_id, event_id, event_type, state, ready, trigger, due_at, created_at)
     SELECT 'dlv_' || event.id, event.tenant_id, r.id, event.id, event.type, 'pending', true, 'event', now(), now()
     FROM event JOIN webhooks.receivers r ON r.tenant_id = event.tenant_id`,
    [run, first!.tenant.id, first!.tenant.slug, count],
  );
}

/** Time between recording the events and completing the last delivery. */
async function secondsTaken(database: pg.Pool, run: string): Promise<number> {
  const { rows } = await database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(d.delivered_at) - min(e.occurred_at))::float8 AS seconds
     FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id WHERE d.event_id LIKE 'evt_' || $1 || '%'`,
    [run],
  );
  return rows[0]!.seconds;
}
