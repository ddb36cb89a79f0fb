import { type Contest, hold, type Sample } from './contests/contest.js';
import { contestsOf } from './contests/contests.js';
import type { Options } from './options.js';
import { type Outcome, outcomeOf } from './report/outcome.js';
import { type Row, ROWS } from './report/rows.js';
import { tableOf } from './report/table.js';
import { circumstances, write } from './report/written.js';
import { Cast } from './servers/cast.js';
import type { Stage } from './stage/stage.js';
import type { Verdict } from './verdict.js';

/** A quick run on a busy machine has fewer rounds, so that it stays below a minute. */
const QUICK_MS = 48_000;

/** Measures everything that is asked for, side by side, and prints what came of it. */
export async function table(stage: Stage, options: Options): Promise<Verdict> {
  const around = circumstances();
  const rows = ROWS.filter(({ name }) => options.only.length === 0 || options.only.some(part => name.includes(part)));
  const contests = contestsOf(new Cast(stage), options).flatMap(contest => narrowed(contest, rows));
  const untils = options.quick ? shares(contests, QUICK_MS) : [];
  const outcomes: Outcome[] = [];
  const samples: Record<string, Record<string, Sample[]>> = {};
  for (const [index, contest] of contests.entries()) {
    const results = await hold(contest, options.rounds, untils[index]);
    outcomes.push(...rows.filter(row => row.contest === contest.name).map(row => outcomeOf(row, contest, results)));
    samples[contest.name] = Object.fromEntries(results);
  }
  outcomes.sort((a, b) => ROWS.indexOf(a.row) - ROWS.indexOf(b.row));
  const text = tableOf(outcomes);
  const places = write('table', around, text, { options, outcomes, samples });
  process.stdout.write(`\n${text}\nWritten to ${places.join(' and ')}.\n`);
  const all = Object.values(samples).flatMap(contest => Object.values(contest).flat());
  return {
    complaints: all.flatMap(({ complaints }) => complaints),
    missed: outcomes.filter(({ verdict }) => verdict === 'MISSED').map(({ row }) => row.name),
  };
}

/** Only those who are in one of the rows; no contest when nobody is. */
function narrowed(contest: Contest, rows: Row[]): Contest[] {
  const asked = rows.filter(row => row.contest === contest.name);
  const isAsked = (name: string) => asked.some(({ of, over }) => name === of || name === over);
  const contenders = contest.contenders.filter(({ name }) => isAsked(name));
  return contenders.length > 0 ? [{ ...contest, contenders }] : [];
}

/** When each contest has to be over, as its contenders are many. */
function shares(contests: Contest[], total: number): number[] {
  const everybody = contests.flatMap(({ contenders }) => contenders).length;
  let counted = 0;
  return contests.map(({ contenders }) => (total * (counted += contenders.length)) / everybody);
}
