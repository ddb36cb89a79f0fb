import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedDelivery } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { ErrorText } from '../../ui/form';
import { formatShare, plural } from '../../ui/format';
import { formatElapsed } from '../../ui/time';
import { formatReason } from './delivery-panel';

const COLORS: Record<ListedDelivery['state'], string> = {
  queued: 'var(--line-strong)',
  pending: 'var(--series-4xx)',
  delivered: 'var(--series-2xx)',
  failed: 'var(--series-5xx)',
  skipped: 'var(--series-8)',
};

/** Width of a bar with its gap, and height, in pixels. */
const [BAR, HEIGHT] = [4, 18];

/** The latest deliveries to a receiver: a bar for each, oldest first, the share and delay of arrivals, and the last error. */
export function RecentDeliveries({ receiver }: { receiver: string }) {
  const { data, error } = useInfiniteQuery({
    ...queries.deliveries(useTenant(), { receiver }),
    placeholderData: undefined,
    refetchInterval: 15_000,
  });
  const deliveries = data?.slice(0, 50);
  if (!deliveries && error) return <ErrorText>{error.message}</ErrorText>;
  if (!deliveries || deliveries.length === 0) return <span className="no-value">–</span>;
  const tried = deliveries.filter(({ attempts, state }) => attempts > 0 || state === 'delivered');
  const arrived = tried.filter(({ state }) => state === 'delivered').length;
  const failure = deliveries.find(({ last_reason }) => last_reason !== null)?.last_reason;
  const lag = longestLag(deliveries);
  return (
    <span className="two-lines">
      <svg width={deliveries.length * BAR} height={HEIGHT} className="max-w-full" aria-hidden>
        {deliveries.toReversed().map(({ event_id, state }, index) => (
          <rect key={event_id} x={index * BAR} width={BAR - 1} height={HEIGHT} rx={1} fill={COLORS[state]} />
        ))}
      </svg>
      <span className="text-muted">
        {tried.length === 0
          ? plural(deliveries.length, 'delivery')
          : `${formatShare(arrived, tried.length)} of the last ${tried.length} arrived`}
        {lag !== undefined && `, lag up to ${formatElapsed(lag)}`}
      </span>
      {failure && <span className="text-muted">last error: {formatReason(failure)}</span>}
    </span>
  );
}

/** The longest time from an event to its arrival, in milliseconds. The ID of an event begins with its time. */
function longestLag(deliveries: ListedDelivery[]): number | undefined {
  const lags = deliveries.flatMap(({ event_id, delivered_at }) => {
    const recorded = Number.parseInt(event_id.slice('evt_'.length, 'evt_'.length + 12), 16);
    return delivered_at === null || Number.isNaN(recorded) ? [] : [Math.max(0, Date.parse(delivered_at) - recorded)];
  });
  return lags.length === 0 ? undefined : Math.max(...lags);
}
