import type { LatencyView } from '#usage/contract';
import { TenantLink } from '../../shell/session';
import { formatDuration, formatNumber } from '../../ui/format';
import { type Column, ScrollRegion, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { type Row, searchOfStep, type Series } from './series';

/** The numbers of a chart, newest first. */
function StepTable<Point extends { at: string | number }>(props: {
  name: string;
  label: string;
  points: Point[];
  columns: Column<Point>[];
}) {
  const from: Column<Point> = {
    head: 'From',
    lead: true,
    cell: ({ at }) => <Time at={new Date(at).toISOString()} format="minute" />,
  };
  return (
    <ScrollRegion className="rounded-lg border" label={`${props.name} as a table`}>
      <Table
        label={props.label}
        query={{ data: props.points.toReversed() }}
        keyOf={({ at }) => String(at)}
        empty={null}
        columns={[from, ...props.columns.map(column => ({ ...column, number: true }))]}
      />
    </ScrollRegion>
  );
}

interface RequestTableProps {
  rows: Row[];
  series: Series[];
  step: number;
  by: 'status' | 'endpoint' | 'key';
}

/** The numbers of the request chart, without empty steps. Each links to its requests. */
export const RequestTable = ({ rows, series, step, by }: RequestTableProps) => (
  <StepTable
    name="Requests"
    label={`Requests by ${step < 3_600 ? 'minute' : step < 86_400 ? 'hour' : 'day'}`}
    points={rows.filter(({ counts }) => Object.values(counts).some(count => count > 0))}
    columns={series.map(({ name, label }) => ({
      head: label,
      cell: ({ at, counts }: Row) =>
        counts[name] ? (
          <TenantLink to="./requests" search={searchOfStep(at, step, by, name)}>
            {formatNumber(counts[name])}
          </TenantLink>
        ) : (
          0
        ),
    }))}
  />
);

export const LatencyTable = ({ data }: { data: LatencyView }) => (
  <StepTable
    name="Latency"
    label="Latency"
    points={data.points.filter(({ p50_ms }) => p50_ms !== null)}
    columns={[
      { head: 'p50', cell: ({ p50_ms }) => formatDuration(p50_ms) },
      { head: 'p95', cell: ({ p95_ms }) => formatDuration(p95_ms) },
      { head: 'p99', cell: ({ p99_ms }) => formatDuration(p99_ms) },
    ]}
  />
);
