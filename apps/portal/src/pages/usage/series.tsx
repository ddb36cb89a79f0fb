import type { LatencyView, SeriesView } from '#usage/contract';
import { formatDuration, formatNumber } from '../../ui/format';
import { TenantLink } from '../../shell/links';
import { type Column, RowButton, ScrollRegion, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { searchOfSpan, type Span } from './zoom';

export interface Row {
  /** Start of the step, in milliseconds since the epoch. */
  at: number;
  /** Requests by name of the series. */
  counts: Record<string, number>;
}

export type Series = SeriesView['series'][number];

export const STATUS_COLORS: Record<string, string> = {
  '2xx': 'var(--series-2xx)',
  '3xx': 'var(--series-3xx)',
  '4xx': 'var(--series-4xx)',
  '5xx': 'var(--series-5xx)',
};

export const totalOf = (series: readonly Series[], name: string) =>
  formatNumber(series.find(one => one.name === name)?.requests ?? 0);

/** Converts series to one row per step, oldest first. */
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

export const hasRequests = ({ counts }: Row) => Object.values(counts).some(count => count > 0);

/** Start of a step as text; days are in UTC, as on the server. */
export function formatStep(at: number, stepSeconds: number): string {
  const time: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    ...(stepSeconds < 60 && { second: '2-digit' }),
  };
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  const format =
    stepSeconds >= 86_400 ? { ...day, timeZone: 'UTC' } : stepSeconds >= 3_600 ? { ...day, ...time } : time;
  return new Intl.DateTimeFormat('en-GB', format).format(at);
}

/** The name of a step, such as "minute". */
export const stepName = (seconds: number) => ({ 1: 'second', 60: 'minute', 3_600: 'hour' })[seconds] ?? 'day';

export type Grouping = 'status' | 'endpoint' | 'key';

/** The filter of the request log for one step of a chart, and one of its series if `name` is given. */
export const searchOfStep = (at: number, stepSeconds: number, by: Grouping, name?: string) => ({
  ...searchOfSpan({ from: at, to: at + stepSeconds * 1_000 }),
  ...(name !== undefined && name !== 'other' && { [by]: name }),
});

export interface Entry {
  name: string;
  label: string;
  color: string;
}

interface EntriesProps<Name extends string> {
  entries: readonly (Entry & { name: Name })[];
  value: (name: Name) => string;
  className?: string;
}

const Entries = <Name extends string>({ entries, value, className }: EntriesProps<Name>) => (
  <ul className={className}>
    {entries.map(({ name, label, color }) => (
      <li key={name} className="flex min-w-0 items-center gap-1.75">
        <span className="size-2.5 flex-none rounded-[3px]" style={{ background: color }} aria-hidden />
        <span>{label}</span> <strong className="tabular-nums">{value(name)}</strong>
      </li>
    ))}
  </ul>
);

export const Legend = <Name extends string>(props: EntriesProps<Name>) => (
  <Entries
    {...props}
    className="mt-3.5 flex flex-wrap gap-x-4.5 gap-y-1 text-sm text-secondary [&_strong]:text-primary"
  />
);

export const ChartTip = <Name extends string>({ title, ...props }: EntriesProps<Name> & { title: string }) => (
  <div className="rounded-[9px] border border-line bg-layer px-3 py-2.25 text-xs shadow-layer">
    <p className="mb-1 text-muted">{title}</p>
    <Entries {...props} className="[&_strong]:ms-auto [&_strong]:ps-4.5" />
  </div>
);

/** The numbers of a chart, newest first. */
export function StepTable<Point extends { at: string | number }>(props: {
  name: string;
  label: string;
  /** Length of a step in seconds. Steps of one second cannot be zoomed. */
  step: number;
  onZoom?: ((span: Span) => void) | undefined;
  points: Point[];
  columns: Column<Point>[];
}) {
  const { step, onZoom } = props;
  const from: Column<Point> = {
    head: 'From',
    phoneTitle: true,
    cell: point => {
      const from = Number(new Date(point.at));
      const time = <Time at={new Date(from).toISOString()} format={step < 60 ? 'second' : 'minute'} />;
      if (step === 1 || !onZoom) return time;
      return <RowButton label={time} title="Zoom in" onClick={() => onZoom({ from, to: from + step * 1_000 })} />;
    },
  };
  return (
    <ScrollRegion className="rounded-lg border" label={`${props.name} as a table`}>
      <Table
        label={props.label}
        query={{ data: props.points.toReversed() }}
        keyOf={({ at }) => String(at)}
        columns={[from, ...props.columns.map(column => ({ ...column, number: true }))]}
      />
    </ScrollRegion>
  );
}

interface RequestTableProps {
  rows: Row[];
  series: Series[];
  step: number;
  by: Grouping;
  onZoom?: (span: Span) => void;
}

/** The numbers of the request chart, without empty steps. Each links to its requests. */
export const RequestTable = ({ rows, series, step, by, onZoom }: RequestTableProps) => (
  <StepTable
    name="Requests"
    label={`Requests by ${stepName(step)}`}
    step={step}
    onZoom={onZoom}
    points={rows.filter(hasRequests)}
    columns={series.map(({ name, label }) => ({
      head: label,
      cell: ({ at, counts }: Row) =>
        counts[name] ? (
          <TenantLink to="./requests" search={searchOfStep(at, step, by, name)} label={formatNumber(counts[name])} />
        ) : (
          0
        ),
    }))}
  />
);

export const LatencyTable = ({ data, onZoom }: { data: LatencyView; onZoom: (span: Span) => void }) => (
  <StepTable
    name="Latency"
    label="Latency"
    step={data.step_seconds}
    onZoom={onZoom}
    points={data.points.filter(({ p50_ms }) => p50_ms !== null)}
    columns={[
      { head: 'p50', cell: ({ p50_ms }) => formatDuration(p50_ms) },
      { head: 'p95', cell: ({ p95_ms }) => formatDuration(p95_ms) },
      { head: 'p99', cell: ({ p99_ms }) => formatDuration(p99_ms) },
    ]}
  />
);
