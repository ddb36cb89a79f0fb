import { setTimeout as sleep } from 'node:timers/promises';
import { docker } from '../processes/compose.js';

const SERVICES = ['api', 'worker', 'proxy', 'redis', 'postgres'] as const;
const KINDS = ['kill', 'stop', 'pause'] as const;

export interface Fault {
  kind: (typeof KINDS)[number];
  service: (typeof SERVICES)[number];
  /** Which of the containers of the service. */
  replica: number;
  /** Time until the container runs again. */
  lastsMs: number;
  /** Time until the next fault. The installation need not have recovered by then. */
  restMs: number;
}

/** A sequence of faults; the same for the same seed. */
export function sequenceOf(seed: number, count: number): Fault[] {
  const random = mulberry32(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, () => ({
    kind: KINDS[below(KINDS.length)]!,
    service: SERVICES[below(SERVICES.length)]!,
    replica: below(2),
    lastsMs: 200 + below(4_000),
    restMs: below(4_000),
  }));
}

/** Mulberry32, a small random number generator with a seed. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes a container away for a while. */
export async function inject({ kind, lastsMs }: Fault, container: string): Promise<void> {
  await docker([kind, container]);
  await sleep(lastsMs);
  await docker([kind === 'pause' ? 'unpause' : 'start', container]);
}
