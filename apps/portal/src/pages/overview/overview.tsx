import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OverviewView, PeriodSummary } from '#usage/contract';
import { queries } from '../../api/queries';
import { RANGES, rangeSince, type TimeRange, timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { Endpoint } from '../../ui/endpoint';
import { SegmentedControl } from '../../ui/field';
import { formatCompact, formatDuration, formatNumber, formatShare } from '../../ui/format';
import { Card, Page, TableCard } from '../../ui/page';
import { Loaded, MarkedText, Skeleton } from '../../ui/placeholders';
import { NoRows } from '../../ui/table';
import { Time } from '../../ui/time';
import { stepName } from '../usage/series';
import { Attention } from './attention';
import { RequestStrip } from './request-strip';
import { FirstSteps, NextStep } from './steps';

/** Names of the ranges in the response. */
const RANGE_NAMES = { '1h': 'hour', '24h': 'day', '7d': 'week' } as const;

/** Names of the periods with which the numbers are compared. */
const PERIODS_BEFORE = { '1h': 'hour before', '24h': '24 hours before', '7d': '7 days before' } as const;

type OverviewRange = keyof typeof RANGE_NAMES;

const hasOverview = (range: string | undefined): range is OverviewRange =>
  range !== undefined && Object.hasOwn(RANGE_NAMES, range);

export default function Overview() {
  const tenant = useTenant();
  const { search, change } = useUrlFields('/session/t/$tenant/');
  const range = hasOverview(search.range) ? search.range : '24h';
  const overview = useQuery({
    ...queries.overview(tenant),
    // Polls faster until the first request, because the user waits for it.
    refetchInterval: ({ state }) => (state.data?.first_request_at === null ? 2_000 : 15_000),
  });
  const isNew = overview.data?.first_request_at === null;

  return (
    <Page
      description={
        isNew
          ? 'This tenant has no requests yet. Four steps lead to your first webhook.'
          : 'Requests, errors and registrations at a glance.'
      }
      actions={
        !isNew && (
          <SegmentedControl
            label="Time range"
            value={range}
            options={RANGES.flatMap(({ value, label }) => (hasOverview(value) ? [{ value, label }] : []))}
            onChange={range => change({ range })}
          />
        )
      }
    >
      <Loaded query={overview} skeleton={<Skeleton lines={1} height={360} />}>
        {data => (isNew ? <FirstSteps overview={data} /> : <Activity overview={data} range={range} />)}
      </Loaded>
    </Page>
  );
}

function Activity({ overview, range: rangeName }: { overview: OverviewView; range: OverviewRange }) {
  const tenant = useTenant();
  const details = useQuery(queries.tenant(tenant));
  const summary = overview.ranges[RANGE_NAMES[rangeName]];
  const { requests, errors, p95_ms, registrations } = summary;
  const range = timeRange({ range: rangeName });
  const charted = rangeSince(overview.first_request_at, range);
  const series = useQuery({ ...queries.series(tenant, charted, 'status'), refetchInterval: 30_000 });
  const change = (name: keyof PeriodSummary) => (
    <Change now={summary[name]} before={summary.before?.[name] ?? null} period={PERIODS_BEFORE[rangeName]} />
  );
  return (
    <>
      {details.data?.parent === null && <NextStep overview={overview} />}
      <Attention />
      <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-card lg:grid-cols-4">
        <Stat name="Requests" value={formatCompact(requests)} change={change('requests')}>
          <TenantLink to="./requests" label="View requests" />
        </Stat>
        <Stat name="Errors" value={formatCompact(errors)} change={change('errors')}>
          {requests === 0 ? 'No requests' : `${formatShare(errors, requests)} of requests`}
        </Stat>
        <Stat name="p95 latency" value={formatDuration(p95_ms)} change={change('p95_ms')}>
          95% of requests are faster
        </Stat>
        <Stat name="Registrations" value={formatCompact(registrations)} change={change('registrations')}>
          <TenantLink to="./domains" label="View domains" />
        </Stat>
      </div>
      <Card
        title="Requests"
        description={series.data ? `${charted.label}, by ${stepName(series.data.step_seconds)}` : charted.label}
        actions={
          <>
            <TenantLink to="./day" label="View day" />
            <TenantLink to="./usage" search={{ range: rangeName }} label="View usage" />
          </>
        }
      >
        <Loaded query={series} skeleton={<Skeleton lines={1} height={148} />}>
          {data => <RequestStrip data={data} />}
        </Loaded>
      </Card>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <LatestRequests />
        <TopErrors range={range} />
      </div>
    </>
  );
}

interface StatProps {
  name: string;
  value: string;
  change: ReactNode;
  children: ReactNode;
}

const Stat = ({ name, value, change, children }: StatProps) => (
  <div className="border-s border-line px-4 py-3.5 first:border-0 sm:px-6 sm:py-5 max-lg:odd:border-s-0 max-lg:nth-[n+3]:border-t">
    <p className="text-sm text-secondary">{name}</p>
    <p className="my-0.5 text-[23px] leading-[1.3] font-semibold tracking-[-0.03em] tabular-nums sm:text-[28px]">
      {value}
    </p>
    {change}
    <p className="text-sm text-muted [&_a]:text-inherit">{children}</p>
  </div>
);

/** The change of a number since the period before; empty if either value is missing. */
function Change({ now, before, period }: { now: number | null; before: number | null; period: string }) {
  if (now === null || before === null) return null;
  const percent = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  const className = 'mb-0.5 text-sm text-secondary tabular-nums';
  if (before === 0 && now > 0) return <p className={className}>0 in the {period}</p>;
  if (percent === 0) return <p className={className}>Same as in the {period}</p>;
  const amount = formatNumber(Math.abs(percent));
  return (
    <p className={className}>
      <span aria-hidden>
        {percent > 0 ? '+' : '−'}
        {amount}% vs. the {period}
      </span>
      <span className="sr-only">
        {amount} percent {percent > 0 ? 'higher' : 'lower'} than in the {period}
      </span>
    </p>
  );
}

function LatestRequests() {
  const tenant = useTenant();
  const latest = useInfiniteQuery({ ...queries.requests(tenant, { limit: 6 }), refetchInterval: 5_000 });
  return (
    <TableCard
      title="Latest requests"
      actions={<TenantLink to="./requests" search={{ live: '1' }} label="View live" />}
      query={latest}
      empty={<NoRows>No requests yet.</NoRows>}
      columns={[
        {
          head: 'Endpoint',
          phoneTitle: true,
          cell: ({ id: open, method, endpoint }) => (
            <TenantLink
              to="./requests"
              search={{ open }}
              className="row-link"
              label={<Endpoint method={method} endpoint={endpoint} />}
            />
          ),
        },
        { head: 'Status', phoneCorner: true, cell: ({ status }) => <HttpStatus status={status} /> },
        { head: 'Time', cell: ({ at }) => <Time at={at} />, number: true },
      ]}
    />
  );
}

function TopErrors({ range }: { range: TimeRange }) {
  const tenant = useTenant();
  const errors = useQuery(queries.errors(tenant, range));
  return (
    <Card
      title="Most frequent errors"
      actions={<TenantLink to="./usage" search={{ range: range.value }} hash="errors" label="View all errors" />}
    >
      <Loaded
        query={errors}
        skeleton={<Skeleton lines={4} />}
        empty={<p className="py-1 text-muted">No errors in this time range.</p>}
      >
        {errors => (
          <ul className="grid gap-3.5">
            {errors.slice(0, 4).map(({ code, status, requests, advice }) => (
              <li key={`${status} ${code}`}>
                <p className="flex items-center gap-2.5">
                  <HttpStatus status={status} />
                  <TenantLink
                    to="./requests"
                    search={{ code, range: range.value }}
                    className="font-mono text-sm font-medium wrap-anywhere text-primary"
                    label={code}
                  />
                  <span className="ms-auto tabular-nums">{formatCompact(requests)}</span>
                </p>
                <p className="mt-0.5 text-sm text-muted">
                  <MarkedText>{advice}</MarkedText>
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
