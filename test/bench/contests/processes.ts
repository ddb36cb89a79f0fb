import type { Pace } from '../load/drive.js';
import { more, type Row, row } from '../report/rows.js';
import { startDistributed } from '../servers/distributed.js';
import type { Registry } from '../servers/registry.js';
import type { Stage } from '../stage/stage.js';
import type { Contest } from './contest.js';
import { KINDS } from './kinds.js';

const MOST = 3;

const called = (processes: number) => (processes === 1 ? 'one process' : `${processes} processes`);
const contestOf = (kind: string) => `${kind} by several processes`;

/** Throughput of several API processes on one PostgreSQL compared with one. */
export const PROCESSES: Row[] = Object.keys(KINDS).flatMap(kind =>
  [2, 3].map(some =>
    row(`${kind}, ${called(some)} ÷ one`, contestOf(kind), [called(some), called(1)], more('perSecond')),
  ),
);

/** All processes run; the load goes to some of them. */
export function scaling(stage: Stage, pace: Pace): Contest[] {
  let known: Promise<Registry> | undefined;
  const some = async (processes: number): Promise<Registry> => {
    const all = await (known ??= startDistributed(stage, MOST));
    return { ...all, origins: all.origins.slice(0, processes), pids: all.pids.slice(0, processes) };
  };
  return Object.entries(KINDS).map(([kind, turn]) => ({
    name: contestOf(kind),
    contenders: [1, 2, 3].map(processes => ({
      name: called(processes),
      start: () => some(processes),
      measure: async () => turn(pace)(await some(processes)),
    })),
  }));
}
