import { useRef, useState } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { LatencyView, LimitsView } from '#usage/contract';
import { formatCompact, formatDuration, formatNumber } from '../../ui/format';
import { ChartTip, type Entry, formatStep, Legend, type Row, type Series, STATUS_COLORS, totalOf } from './series';
import type { Span } from './zoom';

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

/** The tooltip with the values at the pointer; `value` formats a value. */
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

/**
 * Lets the pointer select a range of a chart, also if it is released outside. Returns `events`, props of the chart, and
 * `area`, the element inside of the chart that shows the selection.
 */
function useDrag(step: number, onZoom: (span: Span) => void) {
  const pressed = useRef<Span>(undefined);
  // Set only from the second step on: rendering replaces the bars, so that a click on the pressed bar would be lost.
  const [drag, setDrag] = useState<Span>();
  const press = ({ activeLabel }: MouseHandlerDataParam) => {
    if (activeLabel === undefined) return;
    pressed.current = { from: Number(activeLabel), to: Number(activeLabel) };
    window.addEventListener('mouseup', drop, { once: true });
  };
  const move = ({ activeLabel }: MouseHandlerDataParam) => {
    const { current } = pressed;
    const to = Number(activeLabel);
    if (current && activeLabel !== undefined && to !== current.to)
      setDrag((pressed.current = { from: current.from, to }));
  };
  const drop = () => {
    const { from, to } = pressed.current!;
    pressed.current = undefined;
    setDrag(undefined);
    if (from !== to) onZoom({ from: Math.min(from, to), to: Math.max(from, to) + step * 1_000 });
  };
  return {
    events: { className: 'select-none', onMouseDown: press, onMouseMove: move },
    area: drag && drag.from !== drag.to && (
      <ReferenceArea x1={drag.from} x2={drag.to} fill="var(--accent)" fillOpacity={0.18} />
    ),
  };
}

const container = (height: number) => ({ width: '100%', height, initialDimension: { width: 640, height } }) as const;

interface RequestChartProps {
  rows: Row[];
  series: Series[];
  step: number;
  height: number;
  /** Called with the start of the step and the series of a bar that is clicked. */
  onOpen: (at: number, name: string) => void;
  onZoom: (span: Span) => void;
}

export function RequestChart(props: RequestChartProps) {
  const { rows, step, height } = props;
  const { events, area } = useDrag(step, props.onZoom);
  const entries = props.series.map(({ name, label }, index) => ({
    name,
    label,
    color: STATUS_COLORS[name] ?? `var(--series-${(index % 8) + 1})`,
  }));
  return (
    <>
      <ResponsiveContainer {...container(height)}>
        <BarChart data={rows} margin={MARGIN} barCategoryGap="18%" {...events}>
          {grid}
          {area}
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

interface ChartProps<Data> {
  data: Data;
  height: number;
  onZoom: (span: Span) => void;
}

export function LatencyChart({ data, height, onZoom }: ChartProps<LatencyView>) {
  const step = data.step_seconds;
  const { events, area } = useDrag(step, onZoom);
  const points = data.points.map(({ at, ...point }) => Object.assign(point, { at: Date.parse(at) }));
  const hasDots = points.filter(({ p50_ms }) => p50_ms !== null).length <= MAX_DOTS;
  return (
    <>
      <ResponsiveContainer {...container(height)}>
        <LineChart data={points} margin={MARGIN} {...events}>
          {grid}
          {area}
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

/** A limit that is higher than the most requests times this factor is omitted, because it would flatten the other lines. */
const MAX_LIMIT_FACTOR = 4;

/** The requests of each key, its limit as a dashed line of the same color, and a mark where requests were refused. */
export function LimitChart({ data, height, onZoom }: ChartProps<LimitsView>) {
  const { lines, step_seconds: step } = data;
  const { events, area } = useDrag(step, onZoom);
  const points = lines[0]!.points.map(({ at }, index) => ({
    at: Date.parse(at),
    of: Object.fromEntries(lines.map(({ key, points }) => [key.id, points[index]])),
  }));
  type Point = (typeof points)[number];
  const entries = lines.map(({ key, limit }, index) => ({
    name: key.id,
    label: key.name,
    color: `var(--series-${index + 1})`,
    limit,
  }));
  const max = Math.max(...lines.flatMap(({ points }) => points.map(({ requests }) => requests)));
  const limitOf = (id: string) => {
    const limit = entries.find(({ name }) => name === id)!.limit;
    return `limit ${formatNumber(limit)}${limit > max * MAX_LIMIT_FACTOR ? ', above the chart' : ''}`;
  };
  const valueOf = ({ of }: Point, id: string) => {
    // After new data arrives, the tooltip can briefly get a point of the previous data, which may lack this key.
    const { requests = 0, refused = 0 } = of[id] ?? {};
    return `${formatNumber(requests)}${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}`;
  };
  return (
    <>
      <ResponsiveContainer {...container(height)}>
        <LineChart data={points} margin={MARGIN} {...events}>
          {grid}
          {area}
          {timeAxis(step)}
          <YAxis {...AXIS} width={44} allowDecimals={false} tickFormatter={formatCompact} />
          {tooltip(entries, step, valueOf)}
          {entries.map(({ name, label, color }) => (
            <Line
              key={name}
              type={step === 1 ? 'stepAfter' : 'linear'}
              dataKey={({ of }: Point) => of[name]?.requests}
              name={label}
              stroke={color}
              strokeWidth={2}
              dot={({ cx, cy, index, payload }: { cx?: number; cy?: number; index: number; payload: Point }) =>
                payload.of[name]?.refused ? (
                  <circle key={index} cx={cx} cy={cy} r={3.5} fill="var(--series-4xx)" />
                ) : (
                  <g key={index} />
                )
              }
              isAnimationActive={false}
            />
          ))}
          {entries.map(
            ({ name, color, limit }) =>
              limit <= max * MAX_LIMIT_FACTOR && (
                <ReferenceLine
                  key={`limit of ${name}`}
                  y={limit}
                  stroke={color}
                  strokeDasharray="6 4"
                  ifOverflow="extendDomain"
                  label={{
                    value: `limit ${formatNumber(limit)}`,
                    position: 'insideTopRight',
                    fill: 'var(--muted)',
                    fontSize: 12,
                  }}
                />
              ),
          )}
        </LineChart>
      </ResponsiveContainer>
      <Legend entries={entries} value={limitOf} />
    </>
  );
}
