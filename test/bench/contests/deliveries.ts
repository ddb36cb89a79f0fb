import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { everythingTold, quieten } from '../database/quieten.js';
import type { Tenant } from '../database/tenants.js';
import { measureLimit } from '../limits/limit.js';
import type { Cast, Subscribed } from '../servers/cast.js';
import { noRedis } from '../servers/redis.js';
import type { Contender, Contest, Sample } from './contest.js';

/** As many as one receiver has on their way at a time. */
const AT_A_TIME = 50;

/**
 * From registrations that are announced all at once until the last is delivered, against what the queue does without
 * work and undici without a queue.
 */
export function deliveringOnPostgres(cast: Cast, count: number): Contest {
  return {
    name: 'deliveries',
    contenders: [
      delivering('nameyard', cast.product, count),
      noOps(cast, 'BullMQ no-op', async () => (await cast.floor()).databaseUrl, count),
      rawPosts(cast, count),
    ],
  };
}

export function deliveringOnRedis(cast: Cast, count: number): Contest {
  return {
    name: 'deliveries on Redis',
    contenders: [
      delivering('nameyard on Redis', cast.productOnRedis, count, noRedis),
      noOps(cast, 'BullMQ no-op', cast.redis, 5 * count, noRedis),
    ],
  };
}

const delivering = (name: string, start: () => Promise<Subscribed>, count: number, absent?: string): Contender => ({
  name,
  absent,
  start,
  measure: async () => deliver(await start(), count),
});

const noOps = (cast: Cast, name: string, url: () => Promise<string>, jobs: number, absent?: string): Contender => ({
  name,
  absent,
  measure: async () => measureLimit(cast.stage, 'no-op', await url(), String(jobs), String(AT_A_TIME)),
});

const rawPosts = (cast: Cast, count: number): Contender => ({
  name: 'raw undici',
  async measure() {
    const { receiver } = await cast.product();
    const sample = await measureLimit(cast.stage, 'raw-posts', receiver.url, String(5 * count), String(AT_A_TIME));
    await receiver.judge();
    return sample;
  },
});

async function deliver({ database, callers, receiver }: Subscribed, count: number): Promise<Sample> {
  await quieten(database);
  await receiver.judge();
  const run = randomUUID();
  await announce(database, callers[0]!.tenant, run, count);
  await everythingTold(database);
  const seconds = await secondsTaken(database, run);
  const { different, complaints } = await receiver.judge();
  if (different !== count) complaints.push(`${count} events were announced, and ${different} received`);
  return { figures: { perSecond: count / seconds }, answers: different, wrong: complaints.length, complaints };
}

/** Registrations, as so many checkouts would announce them. */
async function announce(database: pg.Pool, tenant: Tenant, run: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO platform.outbox (id, type, tenant_id, key, occurred_at, due_at, payload)
     SELECT 'evt_' || $1 || n, 'domain.registered', $2, 'ord_' || n, now(), now(), jsonb_build_object(
       'order_id', 'ord_' || n, 'domain', 'told-' || n || '.com', 'tld', 'com', 'years', 1, 'registered_at', now(),
       'expires_at', now() + interval '1 year', 'currency', 'USD', 'total', 1199,
       'owner_email', 'ada@example.com', 'tenant', $3::text)
     FROM generate_series(1, $4::int) n`,
    [run, tenant.id, tenant.slug, count],
  );
}

/** From the moment at which the events were there until the last of them was settled. */
async function secondsTaken(database: pg.Pool, run: string): Promise<number> {
  const { rows } = await database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM max(d.delivered_at) - min(e.occurred_at))::float8 AS seconds
     FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id WHERE d.event_id LIKE 'evt_' || $1 || '%'`,
    [run],
  );
  return rows[0]!.seconds;
}
