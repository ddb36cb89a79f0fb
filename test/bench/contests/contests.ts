import type { Options } from '../options.js';
import type { Cast } from '../servers/cast.js';
import type { Contest } from './contest.js';
import { deliveringOnPostgres, deliveringOnRedis } from './deliveries.js';
import { lookingUp } from './look-up.js';
import { logging, ordering, paying, searching, searchingBesideMocks, searchingOnRedis } from './requests.js';
import { starting } from './start.js';

const DELIVERIES = {
  quick: { count: 2_000, heat: 4_000, jobs: 700, posts: 4_000 },
  whole: { count: 6_000, heat: 20_000, jobs: 3_000, posts: 15_000 },
};

/** All contests in order. */
export const contestsOf = (cast: Cast, options: Options): Contest[] =>
  options.quick ? quickly(cast, options) : wholly(cast, options);

/** Quick run: only against the floor and the limits, with less warm-up for orders. */
function quickly(cast: Cast, { seconds, warmUp, heat }: Options): Contest[] {
  const at = (connections: number) => ({ connections, seconds, warmUp, heat });
  const less = { ...at(32), heat: { ...heat, seconds: heat.seconds / 3 } };
  return [
    searching(cast, at(32)),
    searching(cast, at(128)),
    searching(cast, at(1)),
    ordering(cast, less),
    paying(cast, less),
    deliveringOnPostgres(cast, DELIVERIES.quick, 'not in a quick run'),
  ];
}

function wholly(cast: Cast, { seconds, warmUp, heat }: Options): Contest[] {
  const at = (connections: number) => ({ connections, seconds, warmUp, heat });
  return [
    searchingBesideMocks(cast, at(32)),
    searching(cast, at(128)),
    searching(cast, at(1)),
    ordering(cast, at(32)),
    paying(cast, at(32)),
    deliveringOnPostgres(cast, DELIVERIES.whole),
    starting(cast.stage),
    deliveringOnRedis(cast, DELIVERIES.whole),
    searchingOnRedis(cast, at(32)),
    logging(cast, at(32)),
    lookingUp(cast, seconds),
  ];
}
