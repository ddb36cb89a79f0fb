import { MEMORY, memoryUse } from './contests/memory.js';
import { measure, type Verdict } from './measure.js';
import type { Options } from './options.js';
import type { Stage } from './stage/stage.js';

/** Memory over a million requests. */
export const memory = (stage: Stage, options: Options): Promise<Verdict> =>
  measure({ name: 'memory', contests: [memoryUse(stage)], rows: MEMORY }, { ...options, rounds: 1 });
