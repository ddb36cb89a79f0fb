import type { Options } from '../options.js';
import type { Cast } from '../servers/cast.js';
import type { Contest } from './contest.js';
import { deliveringOnPostgres, deliveringOnRedis } from './deliveries.js';
import { lookingUp } from './look-up.js';
import { logging, ordering, paying, searching, searchingOnRedis, waiting } from './requests.js';
import { starting } from './start.js';

const DELIVERIES = { quick: 1_000, whole: 3_000 };

/** What is measured, in this order; the quick run leaves out what needs servers or data of its own. */
export function contestsOf(cast: Cast, { quick, seconds, warmUp, heat }: Options): Contest[] {
  const at = (connections: number) => ({ connections, seconds, warmUp, heat });
  const deliveries = quick ? DELIVERIES.quick : DELIVERIES.whole;
  const telling = [
    searching(cast, at(32)),
    waiting(cast, at(128)),
    waiting(cast, at(1)),
    ordering(cast, at(32)),
    paying(cast, at(32)),
    deliveringOnPostgres(cast, deliveries),
    starting(cast.stage),
  ];
  const more = [
    deliveringOnRedis(cast, deliveries),
    searchingOnRedis(cast, at(32)),
    logging(cast, at(32)),
    lookingUp(cast, seconds),
  ];
  return quick ? telling : [...telling, ...more];
}
