import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { LatencyView } from '#usage/contract';
import { formatCompact, formatDuration, formatNumber } from '../../ui/format';
import { ChartTip, type Entry, formatStep, Legend, type Row, type Series, STATUS_COLORS, totalOf } from './series';

const AXIS = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted)', fontSize: 12 } };
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 };

const grid = <CartesianGrid vertical={false} stroke="var(--line)" />;

const timeAxis = (step: number) => (
  <XAxis
    dataKey="at"
    {...AXIS}
    interval="equidistantPreserveStart"
    minTickGap={48}
    tickFormatter={(at: number) => formatStep(at, step)}
  />
);

/** The values below the pointer; `value` formats one of them. */
function tooltip<Point>(entries: readonly Entry[], step: number, value: (point: Point, name: string) => string) {
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
      content={({ active, payload, label }) =>
        active && payload?.[0] ? (
          <ChartTip
            title={formatStep(Number(label), step)}
            entries={entries}
            value={name => value(payload[0]!.payload as Point, name)}
          />
        ) : null
      }
    />
  );
}

const container = (height: number) => ({ width: '100%', height, initialDimension: { width: 640, height } }) as const;

interface RequestChartProps {
  rows: Row[];
  series: Series[];
  step: number;
  height: number;
  /** Called with the start of the step and the series of a bar that is clicked. */
  onOpen: (at: number, name: string) => void;
}

export function RequestChart(props: RequestChartProps) {
  const { rows, step, height } = props;
  const entries = props.series.map(({ name, label }, index) => ({
    name,
    label,
    color: STATUS_COLORS[name] ?? `var(--series-${(index % 8) + 1})`,
  }));
  return (
    <>
      <ResponsiveContainer {...container(height)}>
        <BarChart data={rows} margin={MARGIN} barCategoryGap="18%">
          {grid}
          {timeAxis(step)}
          <YAxis {...AXIS} width={44} allowDecimals={false} tickFormatter={formatCompact} />
          {tooltip(entries, step, ({ counts }: Row, name) => formatNumber(counts[name] ?? 0))}
          {entries.map(({ name, label, color }) => (
            <Bar
              key={name}
              dataKey={({ counts }: Row) => counts[name] ?? 0}
              name={label}
              stackId="all"
              fill={color}
              isAnimationActive={false}
              className="cursor-pointer"
              onClick={({ payload }) => props.onOpen((payload as Row).at, name)}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
      <Legend entries={entries} value={name => totalOf(props.series, name)} />
    </>
  );
}

const PERCENTILES = [
  { name: 'p50_ms', label: 'p50', color: 'var(--series-1)' },
  { name: 'p95_ms', label: 'p95', color: 'var(--series-2)', dash: '6 3' },
  { name: 'p99_ms', label: 'p99', color: 'var(--series-3)', dash: '2 3' },
] as const;

/** Up to this number of points, each point gets a dot. */
const MAX_DOTS = 40;

export function LatencyChart({ data, height }: { data: LatencyView; height: number }) {
  const step = data.step_seconds;
  const points = data.points.map(({ at, ...point }) => Object.assign(point, { at: Date.parse(at) }));
  const hasDots = points.filter(({ p50_ms }) => p50_ms !== null).length <= MAX_DOTS;
  return (
    <>
      <ResponsiveContainer {...container(height)}>
        <LineChart data={points} margin={MARGIN}>
          {grid}
          {timeAxis(step)}
          <YAxis {...AXIS} width={56} tickFormatter={(value: number) => formatDuration(value)} />
          {tooltip(PERCENTILES, step, (point: Record<string, number | null>, name) =>
            formatDuration(point[name] ?? null),
          )}
          {PERCENTILES.map(({ name, label, color, ...line }) => (
            <Line
              key={name}
              type="monotone"
              dataKey={name}
              name={label}
              stroke={color}
              strokeWidth={2}
              strokeDasharray={'dash' in line ? line.dash : undefined}
              dot={hasDots && { r: 2.5, strokeWidth: 0, fill: color }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <Legend entries={PERCENTILES} value={name => formatDuration(data[name])} />
    </>
  );
}
