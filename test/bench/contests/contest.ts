import { logProgress } from '../report/progress.js';

/** `cpuMicros`: CPU time of the server per response; steadier than other figures on a busy machine. */
export type Figure = 'perSecond' | 'p50' | 'p99' | 'cpuMicros' | 'seconds' | 'mebibytes' | 'growth';

/** Result of one contender in one round. */
export interface Sample {
  figures: Partial<Record<Figure, number>>;
  responses: number;
  wrong: number;
  /** The first invalid responses. */
  problems: string[];
}

export interface Contender {
  name: string;
  /** Why the contender is missing. */
  absent?: string | undefined;
  /** Starts the contender, unless startup is measured. */
  start?(): Promise<unknown>;
  /** Prepares what is needed, then measures. */
  measure(): Promise<Sample>;
}

/** Contenders that are measured in turns. */
export interface Contest {
  name: string;
  contenders: Contender[];
  /** Fewer rounds than requested, because each takes long. */
  maxRounds?: number;
}

/** Samples of each contender by round. */
export type Results = Map<string, Sample[]>;

/**
 * Measures contenders in turns (A B A B), so that other load on the machine affects all of them. The first round always
 * runs, because it starts and warms up the servers; later rounds only start before `until`.
 */
export async function hold(contest: Contest, requested: number, until: () => number): Promise<Results> {
  const { name, contenders, maxRounds = Infinity } = contest;
  const rounds = Math.min(requested, maxRounds);
  const present = contenders.filter(({ absent }) => absent === undefined);
  await Promise.all(present.map(({ start }) => start?.()));
  const results: Results = new Map(present.map(contender => [contender.name, []]));
  let end = Infinity;
  for (let round = 1; round <= rounds && performance.now() < end; round++) {
    for (const contender of present) {
      const sample = await contender.measure();
      results.get(contender.name)!.push(sample);
      logProgress(`${name} · round ${round} of ${rounds} · ${contender.name} ${describe(sample)}`);
    }
    if (round === 1) end = until();
  }
  return results;
}

function describe({ figures: { perSecond, seconds, p50, p99, cpuMicros, mebibytes }, wrong }: Sample): string {
  const parts = [
    perSecond === undefined ? [] : `${Math.round(perSecond)}/s`,
    p99 === undefined ? [] : `p50 ${p50?.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    cpuMicros === undefined ? [] : `${Math.round(cpuMicros)} µs of CPU each`,
    mebibytes === undefined ? [] : `${Math.round(mebibytes)} MiB`,
    seconds === undefined ? [] : `${seconds.toFixed(2)} s`,
    wrong === 0 ? [] : `invalid responses: ${wrong}`,
  ];
  return parts.flat().join(', ');
}
