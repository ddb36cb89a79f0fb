import type { LatencyView } from '../../api/types';
import { milliseconds, number } from '../../ui/numbers';
import { Table } from '../../ui/table';
import { ExactTime } from '../../ui/time';
import type { Row, Total } from './series';

/** The numbers of a chart, the newest first; times without requests are left out. */
export function SeriesTable({ rows, totals, step }: { rows: Row[]; totals: Total[]; step: number }) {
  const counts = rows.filter(({ counts }) => Object.values(counts).some(count => count > 0)).toReversed();
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Requests as a table">
      <Table
        label={`Requests, ${step < 3_600 ? 'by minutes' : step < 86_400 ? 'by hours' : 'by days'}`}
        rows={counts}
        keyOf={({ at }) => String(at)}
        empty={null}
        columns={[
          { head: 'From', lead: true, cell: ({ at }) => <ExactTime at={new Date(at).toISOString()} /> },
          ...totals.map(({ name, label }) => ({
            head: label,
            number: true,
            cell: ({ counts }: Row) => number(counts[name] ?? 0),
          })),
        ]}
      />
    </div>
  );
}

export function LatencyTable({ data }: { data: LatencyView }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Latency as a table">
      <Table
        label="Latency"
        rows={data.points.filter(({ p50_ms }) => p50_ms !== null).toReversed()}
        keyOf={({ at }) => at}
        empty={null}
        columns={[
          { head: 'From', lead: true, cell: ({ at }) => <ExactTime at={at} /> },
          { head: 'p50', number: true, cell: ({ p50_ms }) => milliseconds(p50_ms) },
          { head: 'p95', number: true, cell: ({ p95_ms }) => milliseconds(p95_ms) },
          { head: 'p99', number: true, cell: ({ p99_ms }) => milliseconds(p99_ms) },
        ]}
      />
    </div>
  );
}
