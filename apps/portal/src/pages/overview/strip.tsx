import { type PointerEvent, useState } from 'react';
import type { SeriesView } from '../../api/types';
import { number, plural, shortNumber } from '../../ui/numbers';
import { Empty } from '../../ui/states';
import { type Row, rowsOf, timeOfStep, type Total } from '../usage/series';

const HEIGHT = 120;

/** The requests of a time at a glance; other breakdowns, and the numbers as a table, are on the usage page. */
export function Strip({ data }: { data: SeriesView }) {
  const [pointed, setPointed] = useState<number>();
  const rows = rowsOf(data);
  const totals = data.series;
  if (data.totals.requests === 0)
    return <Empty title="No requests in this time">Send one, and it shows up here within seconds.</Empty>;
  const most = Math.max(1, ...rows.map(row => sum(row, totals)));
  const summary = totals.map(({ label, requests }) => `${requests} ${label}`).join(', ');
  const step = 100 / rows.length;
  const at = pointed === undefined ? undefined : rows[pointed];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(rows.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * rows.length))));
  };
  return (
    <figure className="strip">
      <p className="strip-most" aria-hidden>
        {shortNumber(most)}
      </p>
      <div className="strip-plot" onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <svg
          viewBox={`0 0 100 ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${plural(data.totals.requests, 'request')}: ${summary}`}
        >
          {at && <rect className="strip-cursor" x={pointed! * step} y={0} width={step} height={HEIGHT} />}
          {rows.map((row, index) => {
            let top = HEIGHT;
            return totals.map(({ name }) => {
              const height = ((row.counts[name] ?? 0) / most) * HEIGHT;
              top -= height;
              return height > 0 ? (
                <rect
                  key={`${row.at} ${name}`}
                  className={`of-${name}`}
                  x={index * step + step * 0.12}
                  y={top}
                  width={step * 0.76}
                  height={Math.max(height, 1)}
                />
              ) : null;
            });
          })}
        </svg>
        {at && (
          <div
            className={`tip strip-tip ${pointed! * 2 > rows.length ? 'strip-tip-before' : ''}`}
            style={{ insetInlineStart: `${(pointed! + 0.5) * step}%` }}
          >
            <p>{timeOfStep(at.at, data.step_seconds)}</p>
            <ul>
              {totals.map(({ name, label }) => (
                <li key={name}>
                  <span className={`swatch of-${name}`} aria-hidden />
                  <span>{label}</span>
                  <strong>{number(at.counts[name] ?? 0)}</strong>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className="strip-times" aria-hidden>
        {[rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)].map(
          row => row && <span key={row.at}>{timeOfStep(row.at, data.step_seconds)}</span>,
        )}
      </p>
      <figcaption>
        <ul className="legend">
          {totals.map(({ name, label, requests }) => (
            <li key={name}>
              <span className={`swatch of-${name}`} aria-hidden />
              {label} <strong>{number(requests)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const sum = ({ counts }: Row, totals: Total[]) => totals.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0);
