import type { ReactNode } from 'react';
import type { LatencyView } from '#usage/contract';
import { formatDuration, formatNumber } from '../../ui/format';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Row, Series } from './series';

const Scrollable = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="scroll" tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);

/** The numbers of the request chart, newest first, without empty steps. */
export function RequestTable({ rows, series, step }: { rows: Row[]; series: Series[]; step: number }) {
  return (
    <Scrollable label="Requests as a table">
      <Table
        label={`Requests by ${step < 3_600 ? 'minute' : step < 86_400 ? 'hour' : 'day'}`}
        query={{ data: rows.filter(({ counts }) => Object.values(counts).some(count => count > 0)).toReversed() }}
        keyOf={({ at }) => String(at)}
        empty={null}
        columns={[
          { head: 'From', lead: true, cell: ({ at }) => <Time at={new Date(at).toISOString()} format="minute" /> },
          ...series.map(({ name, label }) => ({
            head: label,
            number: true,
            cell: ({ counts }: Row) => formatNumber(counts[name] ?? 0),
          })),
        ]}
      />
    </Scrollable>
  );
}

export function LatencyTable({ data }: { data: LatencyView }) {
  return (
    <Scrollable label="Latency as a table">
      <Table
        label="Latency"
        query={{ data: data.points.filter(({ p50_ms }) => p50_ms !== null).toReversed() }}
        keyOf={({ at }) => at}
        empty={null}
        columns={[
          { head: 'From', lead: true, cell: ({ at }) => <Time at={at} format="minute" /> },
          { head: 'p50', number: true, cell: ({ p50_ms }) => formatDuration(p50_ms) },
          { head: 'p95', number: true, cell: ({ p95_ms }) => formatDuration(p95_ms) },
          { head: 'p99', number: true, cell: ({ p99_ms }) => formatDuration(p99_ms) },
        ]}
      />
    </Scrollable>
  );
}
