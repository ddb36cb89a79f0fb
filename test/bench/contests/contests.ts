import type { Options } from '../options.js';
import type { Contenders } from '../servers/contenders.js';
import type { Contest } from './contest.js';
import { deliveringOnPostgres, deliveringOnRedis } from './deliveries.js';
import { lookingUp } from './lookup.js';
import {
  controlling,
  logging,
  ordering,
  paying,
  searching,
  searchingNextToMocks,
  searchingOnRedis,
} from './requests.js';
import { selling } from './sales.js';
import { starting } from './start.js';

const DELIVERIES = {
  quick: { count: 2_000, heat: 4_000, jobs: 700, posts: 4_000 },
  whole: { count: 8_000, heat: 12_000, jobs: 3_000, posts: 15_000 },
};

const LONG_SECONDS = 20;

const long = (contest: Contest): Contest => ({ ...contest, maxRounds: 3 });

/** All contests in order. */
export const contestsOf = (contenders: Contenders, options: Options): Contest[] =>
  options.quick ? quickContests(contenders, options) : fullContests(contenders, options);

/** Quick run: only against the floor and the limits, with less warm-up for orders. */
function quickContests(contenders: Contenders, { seconds, warmUp, heat }: Options): Contest[] {
  const at = (connections: number) => ({ connections, seconds, warmUp, heat });
  const less = { ...at(32), heat: { ...heat, seconds: heat.seconds / 3 } };
  return [
    searching(contenders, at(32)),
    searching(contenders, at(128)),
    searching(contenders, at(1)),
    ordering(contenders, less),
    paying(contenders, less),
    deliveringOnPostgres(contenders, DELIVERIES.quick),
  ];
}

function fullContests(contenders: Contenders, { seconds, warmUp, heat }: Options): Contest[] {
  const at = (connections: number) => ({ connections, seconds, warmUp, heat });
  const longer = { ...at(32), seconds: LONG_SECONDS };
  return [
    searchingNextToMocks(contenders, at(32)),
    long({ ...searching(contenders, longer), name: `search, ${LONG_SECONDS} s` }),
    searching(contenders, at(128)),
    searching(contenders, at(1)),
    ordering(contenders, at(32)),
    paying(contenders, at(32)),
    long(selling(contenders, longer)),
    deliveringOnPostgres(contenders, DELIVERIES.whole),
    starting(contenders.stage),
    deliveringOnRedis(contenders, DELIVERIES.whole),
    searchingOnRedis(contenders, at(32)),
    logging(contenders, at(32)),
    controlling(contenders, at(32)),
    lookingUp(contenders, seconds),
  ];
}
