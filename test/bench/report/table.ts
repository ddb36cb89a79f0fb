import { columns } from './columns.js';
import type { Outcome } from './outcome.js';
import type { Row } from './rows.js';

const HEADINGS = ['what', 'median', 'spread', 'rounds', 'must', 'reach', 'verdict'];
const MARKS = ['¹', '²', '³', '⁴', '⁵', '⁶'];

/** The table and the basis of its ratios. */
export function tableOf(outcomes: Outcome[]): string {
  const notes = [...new Set(outcomes.flatMap(({ row }) => row.note ?? []))];
  const markOf = ({ note }: Row) => (note === undefined ? '' : ` ${MARKS[notes.indexOf(note)]}`);
  const table = columns(
    HEADINGS,
    outcomes.map(outcome => cellsOf(outcome, markOf(outcome.row))),
  );
  return [table, '', ...notes.map((note, index) => `${MARKS[index]} ${note}`), ''].join('\n');
}

function cellsOf({ row, value, verdict, why }: Outcome, mark: string): string[] {
  const sign = row.better === 'more' ? '≥' : '≤';
  const bound = (number: number | undefined) => (number === undefined ? '–' : `${sign} ${number}`);
  return [
    row.name + mark,
    value ? value.median.toFixed(2) : '–',
    value ? `${value.low.toFixed(2)}–${value.high.toFixed(2)}` : '–',
    value ? String(value.rounds) : '–',
    bound(row.must),
    bound(row.reach),
    why ? `${verdict}: ${why}` : verdict,
  ];
}
