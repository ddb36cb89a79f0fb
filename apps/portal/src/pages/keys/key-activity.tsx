import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { KeyView } from '#api-keys/contract';
import type { RequestView, SeriesView } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { DomainName } from '../../ui/domain-name';
import { Endpoint } from '../../ui/endpoint';
import { ErrorText } from '../../ui/form';
import { formatNumber, formatShare } from '../../ui/format';
import { Card, TableCard } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { isExplained, RefusalAdvice } from '../requests/refusal-advice';
import { RequestStrip } from '../overview/request-strip';

const REFRESH_MS = 15_000;
const MAX_ERRORS = 5;

export function KeyRequests({ apiKey: { id } }: { apiKey: KeyView }) {
  const tenant = useTenant();
  const day = useQuery({
    ...queries.series(tenant, timeRange({ range: '24h' }), 'status', id),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card
      title="Requests in the last 24 hours"
      actions={<TenantLink to="./requests" search={{ key: id }} label="View requests" />}
    >
      <Loaded query={day}>{data => <RequestStrip data={data} />}</Loaded>
    </Card>
  );
}

/** Highest use of the rate limit in the last hour. It is approximate: the limiter counts in windows that begin with a request. */
export function Headroom({ apiKey: { id, limit } }: { apiKey: KeyView }) {
  const hour = useQuery({
    ...queries.series(useTenant(), timeRange({ range: '1h' }), 'status', id),
    refetchInterval: REFRESH_MS,
  });
  if (!hour.data && hour.error) return <ErrorText>{hour.error.message}</ErrorText>;
  if (!hour.data) return <span className="no-value">–</span>;
  const peak = peakOf(hour.data);
  const used = `${formatNumber(peak)} of ${formatNumber(limit)} (${formatShare(peak, limit)})`;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <Meter label="Busiest minute of the last hour, compared with the limit" value={peak} limit={limit} text={used} />
      <span>
        {peak < limit ? formatNumber(limit - peak) : 'None'} left, {used} used in the busiest minute of the last hour
      </span>
    </span>
  );
}

/** The highest number of requests in a step. */
function peakOf({ series }: SeriesView): number {
  const counts = new Map<string, number>();
  for (const { at, requests } of series.flatMap(({ points }) => points))
    counts.set(at, (counts.get(at) ?? 0) + requests);
  return Math.max(0, ...counts.values());
}

export function KeyErrors({ apiKey: { id } }: { apiKey: KeyView }) {
  const errors = useErrors(id);
  const refused = errors.data?.find(isExplained);
  return (
    <TableCard<RequestView>
      title="Recent errors"
      description="The newest failed requests of the last 30 days."
      query={errors}
      noun="request"
      skeletonRows={3}
      empty={{ icon: CircleCheck, title: 'No errors', text: 'No request with this key has failed.' }}
      columns={[
        { head: 'Status', phoneCorner: true, cell: ({ status }) => <HttpStatus status={status} /> },
        {
          head: 'Request',
          phoneTitle: true,
          cell: ({ id: open, method, endpoint }) => (
            <TenantLink
              to="./requests"
              search={{ key: id, open }}
              label={<Endpoint method={method} endpoint={endpoint} />}
            />
          ),
        },
        { head: 'Code', cell: ({ code }) => code && <code>{code}</code> },
        {
          head: 'Domain',
          desktopOnly: true,
          cell: ({ domain }) => domain && <DomainName short>{domain}</DomainName>,
        },
        { head: 'Time', cell: ({ at }) => <Time at={at} />, number: true },
      ]}
    >
      {refused && (
        <div className="px-4 pb-3.5 sm:px-6">
          <RefusalAdvice request={refused} />
        </div>
      )}
    </TableCard>
  );
}

/** Combines two queries, because the log can be filtered by only one status class. */
function useErrors(key: string) {
  const tenant = useTenant();
  const find = (status: string) => ({
    ...queries.requests(tenant, { key, status, limit: MAX_ERRORS }),
    refetchInterval: REFRESH_MS,
  });
  const client = useInfiniteQuery(find('4xx'));
  const server = useInfiniteQuery(find('5xx'));
  const rows = client.data && server.data && [...client.data, ...server.data];
  return {
    data: rows?.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_ERRORS),
    error: client.error ?? server.error,
    refetch: () => void [client, server].map(query => query.refetch()),
  };
}

/** Share of the limit from which a value is shown as a warning. */
const NEAR_LIMIT = 0.8;

/** A bar that shows how much of a limit is used. A value above the limit fills it. */
function Meter({ label, value, limit, text }: { label: string; value: number; limit: number; text: string }) {
  const share = value / limit;
  const tone = share >= 1 ? 'bg-bad' : share >= NEAR_LIMIT ? 'bg-warn' : 'bg-ok';
  return (
    <span
      className="h-2 w-24 overflow-hidden rounded-[4px] bg-sunken inset-ring inset-ring-control"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(value, limit)}
      aria-valuetext={text}
    >
      <span className={`block h-full ${tone}`} style={{ inlineSize: `${Math.min(share, 1) * 100}%` }} />
    </span>
  );
}
