import { payInTransactions } from '../limits/transactions.js';
import { drive, type Pace } from '../load/drive.js';
import { MOCK } from '../load/expectations.js';
import { searches } from '../load/loads.js';
import { missingPeer } from '../peers/install.js';
import type { Contenders } from '../servers/contenders.js';
import { type Mock, PACKAGES } from '../servers/mocks.js';
import { noRedis } from '../servers/redis.js';
import type { Registry } from '../servers/registry.js';
import type { Contender, Contest } from './contest.js';
import { order, pay, search, type Turn } from './kinds.js';

const registry = (name: string, start: () => Promise<Registry>, turn: Turn, absent?: string): Contender => ({
  name,
  absent,
  start,
  measure: async () => turn(await start()),
});

const ours = (cast: Contenders, turn: Turn): Contender => registry('nameyard', cast.product, turn);
export const floor = (cast: Contenders, turn: Turn): Contender => registry('floor', cast.floor, turn);

const mock = (cast: Contenders, name: Mock, pace: Pace): Contender => ({
  name,
  absent: missingPeer(PACKAGES[name]),
  start: () => cast.mock(name),
  measure: async () => drive(await cast.mock(name), searches({ expected: MOCK, owned: 0 }), pace),
});

const named = ({ connections }: Pace): string => `search, ${connections} connection${connections === 1 ? '' : 's'}`;

/** Searches of many domains against the floor. */
export const searching = (cast: Contenders, pace: Pace): Contest => ({
  name: named(pace),
  contenders: [ours(cast, search(pace)), floor(cast, search(pace))],
});

/** Searches against mock servers that people use instead of a sandbox. */
export const searchingNextToMocks = (cast: Contenders, pace: Pace): Contest => ({
  name: named(pace),
  contenders: [
    ...searching(cast, pace).contenders,
    mock(cast, 'prism', pace),
    mock(cast, 'mockoon', pace),
    mock(cast, 'scalar', pace),
  ],
});

export const ordering = (cast: Contenders, pace: Pace): Contest => ({
  name: 'order',
  contenders: [ours(cast, order(pace)), floor(cast, order(pace))],
});

/** Checkouts against the plain database. */
export const paying = (cast: Contenders, pace: Pace): Contest => ({
  name: 'checkout',
  contenders: [
    ours(cast, pay(pace)),
    {
      name: 'transactions',
      start: cast.floor,
      measure: async () => payInTransactions(cast.stage, await cast.floor(), pace.seconds),
    },
  ],
});

/** With Redis, where all processes share rate limits. */
export const searchingOnRedis = (cast: Contenders, pace: Pace): Contest => ({
  name: 'search on Redis',
  contenders: [registry('nameyard on Redis', cast.productOnRedis, search(pace), noRedis), floor(cast, search(pace))],
});

/** Cost of the usage log. */
export const logging = (cast: Contenders, pace: Pace): Contest => ({
  name: 'usage',
  contenders: [ours(cast, search(pace)), registry('without usage', () => cast.productWithout('usage'), search(pace))],
});

/** Cost of test control for requests that do not use it. */
export const controlling = (cast: Contenders, pace: Pace): Contest => ({
  name: 'test control',
  contenders: [
    ours(cast, search(pace)),
    registry('without test control', () => cast.productWithout('test-control'), search(pace)),
  ],
});
