import { type Contest, hold, type Sample } from './contests/contest.js';
import type { Options } from './options.js';
import { type Outcome, outcomeOf } from './report/outcome.js';
import type { Row } from './report/rows.js';
import { tableOf } from './report/table.js';
import { describeEnvironment, write } from './report/files.js';

/** Result of a run. */
export interface Verdict {
  /** Invalid responses; empty if all were valid. */
  problems: string[];
  /** Rows that miss their bound. */
  missed: string[];
}

interface Plan {
  name: string;
  contests: Contest[];
  rows: Row[];
  /** Milliseconds after which no round starts except each contender's first. */
  within?: number;
}

/** Runs the contests that the requested rows need, prints the table and writes the reports. */
export async function measure(plan: Plan, options: Options): Promise<Verdict> {
  const environment = describeEnvironment();
  const rows = plan.rows.filter(row => isSelected(row, options) && hasContest(row, plan.contests));
  const contests = plan.contests.flatMap(contest => withRows(contest, rows));
  if (contests.length === 0) throw new Error(`No row matches ${options.only.join(' or ')}.`);
  const outcomes: Outcome[] = [];
  const samples: Record<string, Record<string, Sample[]>> = {};
  for (const [index, contest] of contests.entries()) {
    const until = () => deadlineOf(contests.slice(index), plan.within ?? Infinity);
    const results = await hold(contest, options.rounds, until);
    outcomes.push(...rows.filter(row => row.contest === contest.name).map(row => outcomeOf(row, contest, results)));
    samples[contest.name] = Object.fromEntries(results);
  }
  outcomes.sort((a, b) => rows.indexOf(a.row) - rows.indexOf(b.row));
  const text = tableOf(outcomes);
  const places = write(plan.name, environment, text, { options, outcomes, samples });
  process.stdout.write(`\n${text}\nWritten to ${places.join(' and ')}.\n`);
  return verdictOf(outcomes, samples);
}

function verdictOf(outcomes: Outcome[], samples: Record<string, Record<string, Sample[]>>): Verdict {
  const all = Object.values(samples).flatMap(contest => Object.values(contest).flat());
  return {
    problems: all.flatMap(({ problems }) => problems),
    missed: outcomes.filter(({ verdict }) => verdict === 'MISSED').map(({ row }) => row.name),
  };
}

const isSelected = ({ name }: Row, { only }: Options): boolean =>
  only.length === 0 || only.some(part => name.includes(part));

/** A quick run omits some contests. */
const hasContest = ({ contest, of, over }: Row, contests: Contest[]): boolean =>
  contests.some(({ name, contenders }) => {
    const isThere = (wanted: string) => contenders.some(contender => contender.name === wanted);
    return name === contest && isThere(of) && (over === undefined || isThere(over));
  });

/** Keeps only contenders that rows use. */
function withRows(contest: Contest, rows: Row[]): Contest[] {
  const names = rows.filter(row => row.contest === contest.name).flatMap(({ of, over }) => [of, over]);
  const contenders = contest.contenders.filter(({ name }) => names.includes(name));
  return contenders.length > 0 ? [{ ...contest, contenders }] : [];
}

/** Deadline of the first contest, in proportion to its contenders. */
function deadlineOf([first, ...others]: Contest[], end: number): number {
  const now = performance.now();
  const mine = first!.contenders.length;
  const all = others.reduce((sum, { contenders }) => sum + contenders.length, mine);
  return now + ((end - now) * mine) / all;
}
