import { expiring, EXPIRY } from './contests/expiry.js';
import { rehearsing, WORLD_ROWS } from './contests/worlds.js';
import { growing, GROWTH } from './contests/growth.js';
import { PROCESSES, scaling } from './contests/processes.js';
import { LOG_ROWS, readingLog } from './contests/log.js';
import { measure, type Verdict } from './measure.js';
import type { Options } from './options.js';
import type { Stage } from './stage/stage.js';

const CONNECTIONS = 32;

/** Requests with many rows, many tenants or several processes, the end of many registrations, many worlds, and a large log. */
export function growth(stage: Stage, options: Options): Promise<Verdict> {
  const pace = { ...options, connections: CONNECTIONS };
  const contests = [
    ...growing(stage, pace),
    ...scaling(stage, pace),
    expiring(stage),
    rehearsing(stage),
    readingLog(stage),
  ];
  return measure(
    { name: 'growth', contests, rows: [...GROWTH, ...PROCESSES, ...EXPIRY, ...WORLD_ROWS, ...LOG_ROWS] },
    options,
  );
}
