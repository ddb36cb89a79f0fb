import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReactNode } from 'react';
import type { LatencyView } from '../../api/types';
import { milliseconds, number, shortNumber } from '../../ui/numbers';
import { type Row, timeOfStep, type Total } from './series';

const STATUS_COLOURS: Record<string, string> = {
  '2xx': 'var(--of-2xx)',
  '3xx': 'var(--of-3xx)',
  '4xx': 'var(--of-4xx)',
  '5xx': 'var(--of-5xx)',
};
const COLOURS = Array.from({ length: 8 }, (_, index) => `var(--of-${index + 1})`);

const AXIS = { tickLine: false, axisLine: false, tick: { fill: 'var(--text-3)', fontSize: 12 } };

export function RequestChart(props: { rows: Row[]; totals: Total[]; step: number; isStatus: boolean; height: number }) {
  const { rows, totals, step, isStatus, height } = props;
  const colour = (name: string, index: number) =>
    (isStatus ? STATUS_COLOURS[name] : undefined) ?? COLOURS[index % COLOURS.length]!;
  return (
    <>
      <ResponsiveContainer width="100%" height={height - 40} initialDimension={{ width: 640, height: height - 40 }}>
        <BarChart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} barCategoryGap="18%">
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" {...AXIS} minTickGap={48} tickFormatter={(at: number) => timeOfStep(at, step)} />
          <YAxis {...AXIS} width={44} allowDecimals={false} tickFormatter={shortNumber} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hover)' }}
            content={({ active, payload, label }) =>
              active && payload?.length ? (
                <Tip head={timeOfStep(Number(label), step)}>
                  {totals.map(({ name, label }, index) => (
                    <TipLine
                      key={name}
                      colour={colour(name, index)}
                      label={label}
                      value={number(Number(payload[0]?.payload.counts[name] ?? 0))}
                    />
                  ))}
                </Tip>
              ) : null
            }
          />
          {totals.map(({ name, label }, index) => (
            <Bar
              key={name}
              dataKey={({ counts }: Row) => counts[name] ?? 0}
              name={label}
              stackId="all"
              fill={colour(name, index)}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
      <ul className="legend">
        {totals.map(({ name, label, requests }, index) => (
          <li key={name}>
            <span className="swatch" style={{ background: colour(name, index) }} aria-hidden />
            {label} <strong>{number(requests)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

const LINES = [
  { name: 'p50_ms', label: 'p50', colour: 'var(--of-1)' },
  { name: 'p95_ms', label: 'p95', colour: 'var(--of-2)', dash: '6 3' },
  { name: 'p99_ms', label: 'p99', colour: 'var(--of-3)', dash: '2 3' },
] as const;

/** So many points are told apart as dots; more of them are a line. */
const MOST_DOTS = 40;

export function LatencyChart({ data, height }: { data: LatencyView; height: number }) {
  const step = data.step_seconds;
  const points = data.points.map(({ at, ...point }) => Object.assign(point, { at: Date.parse(at) }));
  const isSparse = points.filter(({ p50_ms }) => p50_ms !== null).length <= MOST_DOTS;
  return (
    <>
      <ResponsiveContainer width="100%" height={height - 40} initialDimension={{ width: 640, height: height - 40 }}>
        <LineChart data={points} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" {...AXIS} minTickGap={48} tickFormatter={(at: number) => timeOfStep(at, step)} />
          <YAxis {...AXIS} width={56} tickFormatter={(value: number) => milliseconds(value)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ active, payload, label }) =>
              active && payload?.length ? (
                <Tip head={timeOfStep(Number(label), step)}>
                  {LINES.map(({ name, label, colour }) => (
                    <TipLine
                      key={name}
                      colour={colour}
                      label={label}
                      value={milliseconds(payload[0]?.payload[name] ?? null)}
                    />
                  ))}
                </Tip>
              ) : null
            }
          />
          {LINES.map(line => (
            <Line
              key={line.name}
              type="monotone"
              dataKey={line.name}
              name={line.label}
              stroke={line.colour}
              strokeWidth={2}
              strokeDasharray={'dash' in line ? line.dash : undefined}
              dot={isSparse && { r: 2.5, strokeWidth: 0, fill: line.colour }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <ul className="legend">
        {LINES.map(({ name, label, colour }) => (
          <li key={name}>
            <span className="swatch" style={{ background: colour }} aria-hidden />
            {label} <strong>{milliseconds(data[name])}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

const Tip = ({ head, children }: { head: string; children: ReactNode }) => (
  <div className="tip">
    <p>{head}</p>
    <ul>{children}</ul>
  </div>
);

const TipLine = ({ colour, label, value }: { colour: string; label: string; value: string }) => (
  <li>
    <span className="swatch" style={{ background: colour }} aria-hidden />
    <span>{label}</span>
    <strong>{value}</strong>
  </li>
);
