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

/** When a step of a chart begins. Days are those of the server, which counts them in UTC. */
export function timeOfStep(at: number, step: number): string {
  const format: Intl.DateTimeFormatOptions =
    step >= 86_400
      ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
      : step >= 3_600
        ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
        : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat('en-GB', format).format(at);
}
