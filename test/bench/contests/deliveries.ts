import { randomUUID } from 'node:crypto';
import { insertEvents } from '../database/events.js';
import { Ledger } from '../database/ledger.js';
import { measureLimit } from '../limits/limit.js';
import type { Contenders, Subscribed } from '../servers/contenders.js';
import { noRedis } from '../servers/redis.js';
import { now } from '../stage/clock.js';
import type { Contender, Contest, Sample } from './contest.js';

/** Maximum number of concurrent deliveries to one receiver. */
const AT_A_TIME = 50;

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

/** Time from recording events until all are delivered, compared with empty BullMQ jobs and plain undici requests. */
export const deliveringOnPostgres = (cast: Contenders, amounts: Amounts): Contest => ({
  name: 'deliveries',
  contenders: [
    delivering('nameyard', cast.product, amounts),
    noOps(cast, async () => (await cast.floor()).databaseUrl, amounts.jobs),
    rawPosts(cast, amounts.posts),
  ],
});

export const deliveringOnRedis = (cast: Contenders, amounts: Amounts): Contest => ({
  name: 'deliveries on Redis',
  contenders: [
    delivering('nameyard on Redis', cast.productOnRedis, amounts, noRedis),
    noOps(cast, cast.redis, 5 * amounts.jobs, noRedis),
  ],
});

function delivering(
  name: string,
  start: () => Promise<Subscribed>,
  { count, heat }: Amounts,
  absent?: string,
): Contender {
  let isCold = true;
  return {
    name,
    absent,
    start,
    async measure() {
      const product = await start();
      if (isCold) await deliver(product, heat);
      isCold = false;
      return deliver(product, count);
    },
  };
}

const noOps = (cast: Contenders, url: () => Promise<string>, jobs: number, absent?: string): Contender => ({
  name: 'BullMQ no-op',
  absent,
  measure: async () => measureLimit(cast.stage, 'no-op', await url(), String(jobs), String(AT_A_TIME)),
});

const rawPosts = (cast: Contenders, posts: number): Contender => ({
  name: 'raw undici',
  async measure() {
    const { receiver } = await cast.product();
    const sample = await measureLimit(cast.stage, 'raw-posts', receiver.url, String(posts), String(AT_A_TIME));
    await receiver.report();
    return sample;
  },
});

async function deliver(product: Subscribed, count: number): Promise<Sample> {
  const ledger = await Ledger.open(product);
  const started = now();
  await insertEvents(product, randomUUID(), count);
  const sent = { responses: count, wrong: 0, problems: [] };
  const report = await ledger.close(sent);
  return { figures: { perSecond: (1_000 * count) / (report!.lastAt - started) }, ...sent };
}
