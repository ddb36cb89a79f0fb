import type { Contest, Results, Sample } from '../contests/contest.js';
import type { Row } from './rows.js';

/** A row with its result. */
export interface Outcome {
  row: Row;
  /** Median, lowest and highest of the rounds; absent if not measured. */
  value?: { median: number; low: number; high: number; rounds: number };
  verdict: 'reached' | 'met' | 'MISSED' | 'measured' | 'skipped';
  why?: string;
}

export function outcomeOf(row: Row, { contenders }: Contest, results: Results): Outcome {
  const missing = contenders.find(({ name, absent }) => absent !== undefined && (name === row.of || name === row.over));
  if (missing) return { row, verdict: 'skipped', why: `${missing.name}: ${missing.absent}` };
  const own = results.get(row.of) ?? [];
  const other = row.over === undefined ? undefined : results.get(row.over);
  const values = own
    .map((sample, round) => figure(row, sample) / (other ? figure(row, other[round]) : 1))
    .sort((a, b) => a - b);
  const value = { median: medianOf(values), low: values[0]!, high: values.at(-1)!, rounds: values.length };
  return { row, value, verdict: verdictOn(row, value.median) };
}

const figure = (row: Row, sample: Sample | undefined): number => sample?.figures[row.figure] ?? NaN;

/** Median of values in ascending order. */
function medianOf(values: number[]): number {
  const middle = (values.length - 1) / 2;
  return (values[Math.floor(middle)]! + values[Math.ceil(middle)]!) / 2;
}

function verdictOn({ must, reach, better }: Row, value: number): Outcome['verdict'] {
  if (must === undefined) return 'measured';
  const holds = (bound: number) => (better === 'more' ? value >= bound : value <= bound);
  if (reach !== undefined && holds(reach)) return 'reached';
  return holds(must) ? 'met' : 'MISSED';
}
