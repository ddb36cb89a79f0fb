import type { SeriesView } from '../../api/types';
import { rowsOf } from '../usage/series';
import { plural } from '../../ui/numbers';
import { Empty } from '../../ui/states';

const HEIGHT = 120;

/** The requests of a time at a glance; numbers and other breakdowns are on the usage page. */
export function Strip({ data }: { data: SeriesView }) {
  const rows = rowsOf(data);
  const totals = data.series;
  const total = data.totals.requests;
  const most = Math.max(1, ...rows.map(row => totals.reduce((sum, { name }) => sum + (row.counts[name] ?? 0), 0)));
  if (total === 0)
    return <Empty title="No requests in this time">Send one, and it shows up here within seconds.</Empty>;
  const summary = totals.map(({ label, requests }) => `${requests} ${label}`).join(', ');
  const step = 100 / rows.length;
  return (
    <figure className="strip">
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(total, 'request')}: ${summary}`}
      >
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
      <figcaption>
        <ul className="legend">
          {totals.map(({ name, label, requests }) => (
            <li key={name}>
              <span className={`swatch of-${name}`} aria-hidden />
              {label} <strong>{requests.toLocaleString('en-GB')}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
