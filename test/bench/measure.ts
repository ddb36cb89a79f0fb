import { type Contest, hold, type Sample } from './contests/contest.js';
import type { Options } from './options.js';
import { type Outcome, outcomeOf } from './report/outcome.js';
import type { Row } from './report/rows.js';
import { tableOf } from './report/table.js';
import { circumstances, write } from './report/written.js';

/** What a run comes to. */
export interface Verdict {
  /** What was wrong with answers; nothing when all were right. */
  complaints: string[];
  /** Rows whose "must" does not hold. */
  missed: string[];
}

interface Plan {
  name: string;
  contests: Contest[];
  rows: Row[];
  /** Milliseconds after which no round is begun but everybody's first. */
  within?: number;
}

/** Holds the contests that the rows which are asked for need, prints the table and writes it down. */
export async function measure(plan: Plan, options: Options): Promise<Verdict> {
  const around = circumstances();
  const { only } = options;
  const rows = plan.rows.filter(({ name }) => only.length === 0 || only.some(part => name.includes(part)));
  const contests = plan.contests.flatMap(contest => narrowed(contest, rows));
  const untils = shares(contests, plan.within ?? Infinity);
  const outcomes: Outcome[] = [];
  const samples: Record<string, Record<string, Sample[]>> = {};
  for (const [index, contest] of contests.entries()) {
    const results = await hold(contest, options.rounds, untils[index]);
    outcomes.push(...rows.filter(row => row.contest === contest.name).map(row => outcomeOf(row, contest, results)));
    samples[contest.name] = Object.fromEntries(results);
  }
  outcomes.sort((a, b) => rows.indexOf(a.row) - rows.indexOf(b.row));
  const text = tableOf(outcomes);
  const places = write(plan.name, around, text, { options, outcomes, samples });
  process.stdout.write(`\n${text}\nWritten to ${places.join(' and ')}.\n`);
  return verdictOf(outcomes, samples);
}

function verdictOf(outcomes: Outcome[], samples: Record<string, Record<string, Sample[]>>): Verdict {
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
