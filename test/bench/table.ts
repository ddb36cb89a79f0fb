import { contestsOf } from './contests/contests.js';
import { measure, type Verdict } from './measure.js';
import type { Options } from './options.js';
import { ROWS } from './report/rows.js';
import { Contenders } from './servers/contenders.js';
import type { Stage } from './stage/stage.js';

/** On a busy machine, a quick run has fewer rounds to stay below a minute. */
const QUICK_MS = 47_000;

/** Measures the targets side by side. */
export const table = (stage: Stage, options: Options): Promise<Verdict> =>
  measure(
    {
      name: 'table',
      contests: contestsOf(new Contenders(stage), options),
      rows: ROWS,
      ...(options.quick ? { within: QUICK_MS } : {}),
    },
    options,
  );
