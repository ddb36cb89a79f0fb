/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions --
   With the keyboard, the table of the usage page opens the log of a step. */
import { type MouseEvent, useState } from 'react';
import type { SeriesView } from '#usage/contract';
import { formatCompact, formatNumber, plural } from '../../ui/format';
import { Empty } from '../../ui/placeholders';
import { PlainTable } from '../../ui/table';
import { useTenantNavigate } from '../../shell/session';
import {
  ChartTip,
  type Entry,
  formatStep,
  hasRequests,
  Legend,
  type Row,
  rowsOf,
  searchOfStep,
  STATUS_COLORS,
  stepName,
  totalOf,
} from '../usage/series';

const HEIGHT = 120;

/** A small bar chart of the requests by status, without the chart library. */
export function RequestStrip({ data }: { data: SeriesView }) {
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const navigate = useTenantNavigate();
  const { series, step_seconds, totals } = data;
  if (totals.requests === 0)
    return <Empty title="No requests in this time range" text="New requests appear here within seconds." />;
  const rows = rowsOf(data);
  const max = Math.max(1, ...rows.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)));
  const width = 100 / rows.length;
  const hovered = hoveredIndex === undefined ? undefined : rows[hoveredIndex];
  const entries = series.map(({ name, label }) => ({ name, label, color: STATUS_COLORS[name] ?? 'var(--series-8)' }));
  const indexAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect();
    return Math.min(rows.length - 1, Math.max(0, Math.floor(((clientX - left) / pixels) * rows.length)));
  };
  const open = (event: MouseEvent) => {
    const { target } = event;
    const name = target instanceof SVGElement ? target.dataset['series'] : undefined;
    const { at } = rows[indexAt(event)]!;
    void navigate({ to: './requests', search: searchOfStep(at, step_seconds, 'status', name) });
  };
  return (
    <figure className="relative">
      <p className="border-b border-dashed border-line text-end text-2xs leading-5 text-muted tabular-nums" aria-hidden>
        {formatCompact(max)}
      </p>
      <div
        className="relative cursor-pointer"
        onPointerMove={event => setHoveredIndex(indexAt(event))}
        onPointerLeave={() => setHoveredIndex(undefined)}
        onClick={open}
      >
        <svg
          className="block h-30 w-full border-b border-line"
          viewBox={`0 0 100 ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${plural(totals.requests, 'request')}: ${series.map(({ label, requests }) => `${requests} ${label}`).join(', ')}`}
        >
          {hovered && <rect className="fill-hover" x={hoveredIndex! * width} y={0} width={width} height={HEIGHT} />}
          {rows.map(({ at, counts }, index) => {
            let top = HEIGHT;
            return entries.map(({ name, color }) => {
              const height = ((counts[name] ?? 0) / max) * HEIGHT;
              top -= height;
              return height > 0 ? (
                <rect
                  key={`${at} ${name}`}
                  fill={color}
                  data-series={name}
                  x={(index + 0.12) * width}
                  y={top}
                  width={width * 0.76}
                  height={Math.max(height, 1)}
                />
              ) : null;
            });
          })}
        </svg>
        {hovered && (
          <div
            className={`pointer-events-none absolute bottom-[calc(100%-24px)] z-1 w-max ${hoveredIndex! * 2 > rows.length ? '-ms-2 -translate-x-full' : 'ms-2'}`}
            style={{ insetInlineStart: `${(hoveredIndex! + 0.5) * width}%` }}
          >
            <ChartTip
              title={formatStep(hovered.at, step_seconds)}
              entries={entries}
              value={name => formatNumber(hovered.counts[name] ?? 0)}
            />
          </div>
        )}
      </div>
      <p className="mt-1.5 flex justify-between text-2xs text-muted" aria-hidden>
        {[rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)].map(
          row => row && <span key={row.at}>{formatStep(row.at, step_seconds)}</span>,
        )}
      </p>
      <figcaption className="-mt-1">
        <Legend entries={entries} value={name => totalOf(series, name)} />
      </figcaption>
      <StepTable rows={rows} entries={entries} step={step_seconds} />
    </figure>
  );
}

/** The numbers of the chart for screen readers, without empty steps. */
const StepTable = ({ rows, entries, step }: { rows: Row[]; entries: Entry[]; step: number }) => (
  <div className="sr-only">
    <PlainTable
      label={`Requests by ${stepName(step)}`}
      rows={rows.filter(hasRequests)}
      columns={[
        { head: 'From', cell: ({ at }) => formatStep(at, step) },
        ...entries.map(({ name, label }) => ({
          head: label,
          cell: ({ counts }: Row) => formatNumber(counts[name] ?? 0),
        })),
      ]}
    />
  </div>
);
