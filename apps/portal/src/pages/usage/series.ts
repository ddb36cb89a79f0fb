import type { Span } from '../../api/queries';
import type { SeriesView } from '../../api/types';

export interface Row {
  /** Milliseconds. */
  at: number;
  counts: Record<string, number>;
}

const MOST_ROWS = 1_500;

/** One row a step from the beginning of a span to its end, so that a time without requests is seen as one. */
export function onGrid({ step_seconds, series }: SeriesView, { from, to }: Span): Row[] {
  const step = step_seconds * 1_000;
  const rows = new Map<number, Row>();
  const first = Math.floor(Date.parse(from) / step) * step;
  const last = Date.parse(to);
  if ((last - first) / step <= MOST_ROWS) for (let at = first; at <= last; at += step) rows.set(at, { at, counts: {} });
  for (const { name, points } of series)
    for (const { at, requests } of points) {
      const time = Date.parse(at);
      const row = rows.get(time) ?? { at: time, counts: {} };
      row.counts[name] = requests;
      rows.set(time, row);
    }
  return [...rows.values()].sort((a, b) => a.at - b.at);
}

export const totalsOf = ({ series }: SeriesView) =>
  series.map(({ name, label, points }) => ({
    name,
    label,
    requests: points.reduce((sum, { requests }) => sum + requests, 0),
  }));
