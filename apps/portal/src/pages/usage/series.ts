import type { SeriesView } from '../../api/types';

export interface Row {
  /** Milliseconds. */
  at: number;
  counts: Record<string, number>;
}

export type Total = Pick<SeriesView['series'][number], 'name' | 'label' | 'requests'>;

/** One row a step, with what each line of the chart has there. */
export function rowsOf({ series }: SeriesView): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, points } of series)
    for (const { at, requests } of points) {
      const row = rows.get(at) ?? { at: Date.parse(at), counts: {} };
      row.counts[name] = requests;
      rows.set(at, row);
    }
  return [...rows.values()].sort((a, b) => a.at - b.at);
}
