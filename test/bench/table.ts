import { type Contest, hold, type Sample } from './contests/contest.js';
import { contestsOf } from './contests/contests.js';
import type { Options } from './options.js';
import { type Outcome, outcomeOf } from './report/outcome.js';
import { type Row, ROWS } from './report/rows.js';
import { tableOf } from './report/table.js';
import { circumstances, write } from './report/written.js';
import { Cast } from './servers/cast.js';
import type { Stage } from './stage/stage.js';

export interface Verdict {
  /** What was wrong with answers; nothing when all were right. */
  complaints: string[];
  /** Rows whose "must" does not hold. */
  missed: string[];
}

/** Measures everything that is asked for, side by side, and prints what came of it. */
export async function table(stage: Stage, options: Options): Promise<Verdict> {
  const around = circumstances();
  const rows = ROWS.filter(({ name }) => options.only.length === 0 || options.only.some(part => name.includes(part)));
  const outcomes: Outcome[] = [];
  const samples: Record<string, object> = {};
  const all: Sample[] = [];
  for (const contest of contestsOf(new Cast(stage), options)) {
    const asked = rows.filter(row => row.contest === contest.name);
    if (asked.length === 0) continue;
    const results = await hold(narrowed(contest, asked), options.rounds);
    outcomes.push(...asked.map(row => outcomeOf(row, contest, results)));
    samples[contest.name] = Object.fromEntries(results);
    all.push(...[...results.values()].flat());
  }
  outcomes.sort((a, b) => ROWS.indexOf(a.row) - ROWS.indexOf(b.row));
  const text = tableOf(outcomes);
  const places = write('table', around, text, { options, outcomes, samples });
  process.stdout.write(`\n${text}\nWritten to ${places.join(' and ')}.\n`);
  return {
    complaints: all.flatMap(({ complaints }) => complaints),
    missed: outcomes.filter(({ verdict }) => verdict === 'MISSED').map(({ row }) => row.name),
  };
}

/** Only those who are in one of the rows. */
const narrowed = (contest: Contest, rows: Row[]): Contest => ({
  ...contest,
  contenders: contest.contenders.filter(({ name }) => rows.some(({ of, over }) => name === of || name === over)),
});
