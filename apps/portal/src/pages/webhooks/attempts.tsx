import type { AttemptView } from '#webhooks/contract';
import { Badge, HttpStatus } from '../../ui/badge';
import { formatDuration } from '../../ui/format';
import { Table } from '../../ui/table';
import { formatElapsed, Time } from '../../ui/time';
import { formatReason } from './delivery-panel';

/** The attempts of a delivery in order of time, with a bar for the duration of each. */
export function Attempts({ log }: { log: AttemptView[] }) {
  const attempts = log.toSorted((one, other) => one.number - other.number);
  const slowest = Math.max(1, ...attempts.map(({ duration_ms }) => duration_ms ?? 0));
  const start = Date.parse(attempts[0]!.started_at);
  return (
    <Table
      label="Attempts"
      query={{ data: attempts }}
      keyOf={({ number }) => String(number)}
      columns={[
        { head: 'Attempt', phoneTitle: true, cell: ({ number, trigger }) => `${number} (${trigger})` },
        {
          head: 'Result',
          phoneCorner: true,
          cell: ({ status, reason }) =>
            status ? <HttpStatus status={status} /> : <Badge tone="bad">{formatReason(reason)}</Badge>,
        },
        { head: 'After', cell: ({ started_at }) => `+${formatElapsed(Date.parse(started_at) - start)}` },
        {
          head: 'Duration',
          cell: ({ duration_ms, reason }) => (
            <span className="flex items-center gap-2">
              <span className="h-2 w-24 rounded-sm bg-hover" aria-hidden>
                <span
                  className={`block h-full rounded-sm ${reason === null ? 'bg-ok' : 'bg-bad'}`}
                  style={{ width: `${Math.max(3, ((duration_ms ?? 0) / slowest) * 100)}%` }}
                />
              </span>
              <span className="tabular-nums">{formatDuration(duration_ms)}</span>
            </span>
          ),
        },
        { head: 'Time', cell: ({ started_at }) => <Time at={started_at} format="millisecond" />, number: true },
      ]}
    />
  );
}
