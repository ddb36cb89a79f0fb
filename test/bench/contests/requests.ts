import { quieten } from '../database/quieten.js';
import { payInTransactions } from '../limits/transactions.js';
import { drive, type Pace } from '../load/drive.js';
import { MOCK } from '../load/expectations.js';
import { checkouts, orders, searches } from '../load/loads.js';
import { missingPeer } from '../peers/install.js';
import type { Cast } from '../servers/cast.js';
import { type Mock, PACKAGES } from '../servers/mocks.js';
import type { Registry } from '../servers/product.js';
import { noRedis } from '../servers/redis.js';
import type { Contender, Contest, Sample } from './contest.js';

type Measure = (server: Registry) => Promise<Sample>;

const contender = (name: string, start: () => Promise<Registry>, measure: Measure, absent?: string): Contender => ({
  name,
  absent,
  start,
  measure: async () => measure(await start()),
});

const ours = (cast: Cast, measure: Measure): Contender => contender('nameyard', cast.product, measure);
const oursOnRedis = (cast: Cast, measure: Measure): Contender =>
  contender('nameyard on Redis', cast.productOnRedis, measure, noRedis);
const floor = (cast: Cast, measure: Measure): Contender => contender('floor', cast.floor, measure);

const mock = (cast: Cast, name: Mock, pace: Pace): Contender => ({
  name,
  absent: missingPeer(PACKAGES[name]),
  start: () => cast.mock(name),
  measure: async () => drive(await cast.mock(name), searches(MOCK), pace),
});

/** Searches of many names, against the floor and against what people run in place of a sandbox. */
export function searching(cast: Cast, pace: Pace): Contest {
  const search: Measure = server => drive(server, searches(server.expected), pace);
  return {
    name: 'search',
    contenders: [
      ours(cast, search),
      floor(cast, search),
      mock(cast, 'prism', pace),
      mock(cast, 'mockoon', pace),
      mock(cast, 'scalar', pace),
    ],
  };
}

/** The same with few or many connections, where waiting counts and not how much gets through. */
export function waiting(cast: Cast, pace: Pace): Contest {
  const search: Measure = server => drive(server, searches(server.expected), pace);
  return { name: `search at ${pace.connections}`, contenders: [ours(cast, search), floor(cast, search)] };
}

export function ordering(cast: Cast, pace: Pace): Contest {
  const order: Measure = server => drive(server, orders(server.expected), pace);
  return { name: 'order', contenders: [ours(cast, order), floor(cast, order)] };
}

/** Against the floor, and against the database itself with nothing before it. */
export function paying(cast: Cast, pace: Pace): Contest {
  const pay: Measure = async server => {
    await server.orders.placeFor(pace.warmUp + pace.seconds);
    const sample = await drive(server, checkouts(server.expected, server.orders), pace);
    await quieten(server.database);
    return sample;
  };
  const transactions = async () => payInTransactions(cast.stage, await cast.floor(), pace.seconds);
  return {
    name: 'checkout',
    contenders: [ours(cast, pay), floor(cast, pay), { name: 'transactions', measure: transactions }],
  };
}

/** With Redis, where limits are counted together by all processes. */
export function onRedis(cast: Cast, pace: Pace): Contest {
  const search: Measure = server => drive(server, searches(server.expected), pace);
  return { name: 'search on Redis', contenders: [oursOnRedis(cast, search), floor(cast, search)] };
}

/** What the usage log costs. */
export function usage(cast: Cast, pace: Pace): Contest {
  const search: Measure = server => drive(server, searches(server.expected), pace);
  return {
    name: 'usage',
    contenders: [ours(cast, search), contender('without usage', cast.productWithoutUsage, search)],
  };
}
