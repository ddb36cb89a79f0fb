import { tell } from '../report/tell.js';

export type Figure = 'perSecond' | 'p50' | 'p99' | 'seconds';

/** What one contender did in one round. */
export interface Sample {
  figures: Partial<Record<Figure, number>>;
  answers: number;
  wrong: number;
  /** The first of what was wrong. */
  complaints: string[];
}

export interface Contender {
  name: string;
  /** Why it cannot take part. */
  absent?: string | undefined;
  /** Whatever has to be there first is made first; only then does the clock run. */
  measure(): Promise<Sample>;
}

/** Contenders who are measured in turns. */
export interface Contest {
  name: string;
  contenders: Contender[];
}

/** What each contender did, round by round. */
export type Results = Map<string, Sample[]>;

/** A B A B …, so that whatever else goes on at this machine befalls everybody. */
export async function hold({ name, contenders }: Contest, rounds: number): Promise<Results> {
  const present = contenders.filter(({ absent }) => absent === undefined);
  const results: Results = new Map(present.map(contender => [contender.name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const contender of present) {
      const sample = await contender.measure();
      results.get(contender.name)!.push(sample);
      tell(`${name} · round ${round} of ${rounds} · ${contender.name} ${describe(sample)}`);
    }
  }
  return results;
}

function describe({ figures: { perSecond, seconds, p50, p99 }, wrong }: Sample): string {
  const parts = [
    perSecond === undefined ? [] : `${Math.round(perSecond)}/s`,
    p99 === undefined ? [] : `p50 ${p50?.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    seconds === undefined ? [] : `${seconds.toFixed(2)} s`,
    wrong === 0 ? [] : `WRONG ANSWERS: ${wrong}`,
  ];
  return parts.flat().join(', ');
}
