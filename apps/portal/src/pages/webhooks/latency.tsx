import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import type { ReceiverAttempts } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { formatDuration, formatShare, plural } from '../../ui/format';
import { Card, Facts } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { formatUtc } from '../../ui/time';

type Attempt = ReceiverAttempts['attempts'][number];

const WIDTH = 600;
const HEIGHT = 72;
const MIN_BAR = 3;

/** The latest attempts to deliver to a receiver: a bar for the duration of each, and percentiles. */
export function Latency({ receiver }: { receiver: string }) {
  const attempts = useQuery(queries.receiverAttempts(useTenant(), receiver));
  return (
    <Card title="Attempts and response times">
      <Loaded
        query={attempts}
        empty={
          <Empty
            icon={Timer}
            title="No attempts in the last 7 days"
            text="Send a test event to see whether and how fast this receiver responds."
          />
        }
      >
        {attempts => (
          <div className="grid grid-cols-1 gap-4">
            <Bars attempts={attempts} />
            <Percentiles attempts={attempts} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Bars({ attempts }: { attempts: readonly Attempt[] }) {
  const slowest = Math.max(0, ...attempts.map(({ duration_ms }) => duration_ms ?? 0));
  const step = WIDTH / Math.max(attempts.length, 40);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-18 w-full border-b border-line"
        aria-hidden
      >
        {attempts.map(({ delivery_id, number, started_at, duration_ms, status, reason }, index) => {
          const height = Math.max(MIN_BAR, ((duration_ms ?? 0) / (slowest || 1)) * HEIGHT);
          return (
            <rect
              key={`${delivery_id} ${number}`}
              x={index * step}
              y={HEIGHT - height}
              width={step * 0.75}
              height={height}
              fill={reason === null ? 'var(--series-2xx)' : 'var(--series-5xx)'}
            >
              <title>{`${formatUtc(started_at)}: ${status ?? 'no response'}, ${formatDuration(duration_ms)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-3 text-xs text-muted">
        <span>Oldest of {plural(attempts.length, 'attempt')}</span>
        {slowest > 0 && <span>The highest bar is {formatDuration(slowest)}</span>}
      </figcaption>
    </figure>
  );
}

function Percentiles({ attempts }: { attempts: readonly Attempt[] }) {
  const durations = attempts.flatMap(({ duration_ms }) => duration_ms ?? []).toSorted((a, b) => a - b);
  const percentile = (share: number) => formatDuration(durations[Math.ceil(share * durations.length) - 1] ?? null);
  const successes = attempts.filter(({ reason }) => reason === null).length;
  return (
    <Facts
      facts={{
        'Successful attempts': `${formatShare(successes, attempts.length)} of ${attempts.length}`,
        p50: percentile(0.5),
        // With fewer attempts, these percentiles would be the slowest attempt.
        p95: durations.length < 20 ? undefined : percentile(0.95),
        p99: durations.length < 100 ? undefined : percentile(0.99),
      }}
    />
  );
}
