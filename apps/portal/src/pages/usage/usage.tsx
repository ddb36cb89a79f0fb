import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LatencyView, SeriesView } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink, useTenant, useTenantNavigate } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { SegmentedControl, Select } from '../../ui/field';
import { formatDuration, formatNumber, formatShare, plural } from '../../ui/format';
import { MarkedText } from '../../ui/placeholders';
import { Card, Page, TableCard } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { Empty, Loaded, Skeleton } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { LatencyTable, RequestTable, rowsOf, searchOfStep } from './series';

// The chart library is large, so it is loaded with the first chart.
const RequestChart = lazy(() => import('./charts').then(({ RequestChart }) => ({ default: RequestChart })));
const LatencyChart = lazy(() => import('./charts').then(({ LatencyChart }) => ({ default: LatencyChart })));

const GROUPINGS = [
  { value: 'status', label: 'Status' },
  { value: 'endpoint', label: 'Endpoint' },
  { value: 'key', label: 'Key' },
] as const;

const CHART_HEIGHT = 260;
const loading = <Skeleton lines={1} height={300} />;

export default function Usage() {
  const tenant = useTenant();
  const { search, change, field } = useUrlFields('/session/t/$tenant/usage');
  const range = timeRange(search);
  const by = GROUPINGS.find(({ value }) => value === search.by)?.value ?? 'status';
  const tables = search.tables?.split(',') ?? [];
  const viewSwitch = (chart: string) => (
    <SegmentedControl
      label={`Show ${chart} as`}
      value={tables.includes(chart) ? 'table' : 'chart'}
      options={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={view => {
        const others = tables.filter(other => other !== chart);
        change({ tables: (view === 'table' ? [...others, chart] : others).join(',') || undefined });
      }}
    />
  );

  const refetchInterval = range.value === 'custom' ? false : 30_000;
  const series = useQuery({ ...queries.series(tenant, range, by), refetchInterval });
  const latency = useQuery({ ...queries.latency(tenant, range, search.endpoint), refetchInterval });
  const endpoints = useQuery(queries.series(tenant, range, 'endpoint'));
  const errors = useQuery({ ...queries.errors(tenant, range), refetchInterval });
  const { range: rangeName = '24h', from, to } = search;

  return (
    <Page
      description="Requests, latency and errors of your API keys and your storefront."
      actions={
        <>
          <RangePicker value={search} onChange={change} />
          <ExportButton kind="usage" noun="row" query={() => range.span()} />
        </>
      }
    >
      <Card
        title="Requests"
        description={range.label}
        actions={
          <>
            <SegmentedControl label="Group by" value={by} options={GROUPINGS} onChange={by => change({ by })} />
            {viewSwitch('requests')}
          </>
        }
      >
        <Loaded query={series} skeleton={loading}>
          {data => <Requests data={data} by={by} isTable={tables.includes('requests')} />}
        </Loaded>
      </Card>
      <Card
        title="Latency"
        description="Response time of Nameyard, without the network."
        actions={
          <>
            <Select
              label="Endpoint"
              empty="All endpoints"
              options={endpoints.data?.series.map(({ name }) => name).filter(name => name.startsWith('/')) ?? []}
              {...field('endpoint')}
            />
            {viewSwitch('latency')}
          </>
        }
      >
        <Loaded query={latency} skeleton={loading}>
          {data => <Latency data={data} isTable={tables.includes('latency')} />}
        </Loaded>
      </Card>
      <TableCard
        title="Errors"
        description="Most frequent first, with advice on how to fix each."
        query={errors}
        keyOf={({ code, status }) => `${status} ${code}`}
        empty={{ title: 'No errors in this time range' }}
        columns={[
          {
            head: 'Code',
            lead: true,
            cell: ({ code, status }) => (
              <span className="inline-flex items-center gap-2.5 [&_.row-link]:wrap-normal">
                <HttpStatus status={status} />
                <TenantLink to="./requests" search={{ range: rangeName, from, to, code }} className="row-link">
                  {code}
                </TenantLink>
              </span>
            ),
          },
          {
            head: 'Advice',
            cell: ({ advice }) => (
              <span className="block max-w-[62ch] text-secondary">
                <MarkedText>{advice}</MarkedText>
              </span>
            ),
          },
          { head: 'Requests', cell: ({ requests }) => formatNumber(requests), number: true },
          { head: 'Last', cell: ({ last_at }) => <Time at={last_at} />, number: true },
        ]}
      >
        <span id="errors" />
      </TableCard>
    </Page>
  );
}

function Requests(props: { data: SeriesView; by: (typeof GROUPINGS)[number]['value']; isTable: boolean }) {
  const navigate = useTenantNavigate();
  const { series, totals, step_seconds: step } = props.data;
  if (totals.requests === 0) return <NoRequests />;
  const rows = rowsOf(props.data);
  const top = series.reduce((top, one) => (one.requests > top.requests ? one : top));
  const group = { status: `with status ${top.name}`, endpoint: `to ${top.label}`, key: `with ${top.label}` }[props.by];
  return (
    <Figure summary={`${plural(totals.requests, 'request')}, ${formatShare(top.requests, totals.requests)} ${group}.`}>
      {props.isTable ? (
        <RequestTable rows={rows} series={series} step={step} by={props.by} />
      ) : (
        <RequestChart
          rows={rows}
          series={series}
          step={step}
          height={CHART_HEIGHT}
          onOpen={(at, name) => void navigate({ to: './requests', search: searchOfStep(at, step, props.by, name) })}
        />
      )}
    </Figure>
  );
}

function Latency({ data, isTable }: { data: LatencyView; isTable: boolean }) {
  const { p50_ms, p95_ms, p99_ms } = data;
  if (p50_ms === null) return <NoRequests />;
  return (
    <Figure
      summary={`50% of responses took less than ${formatDuration(p50_ms)}, 95% less than ${formatDuration(p95_ms)}, 99% less than ${formatDuration(p99_ms)}.`}
    >
      {isTable ? <LatencyTable data={data} /> : <LatencyChart data={data} height={CHART_HEIGHT} />}
    </Figure>
  );
}

const Figure = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <figure className="min-h-84">
    <figcaption className="mb-3.5 text-secondary">{summary}</figcaption>
    <Suspense fallback={loading}>{children}</Suspense>
  </figure>
);

const NoRequests = () => (
  <Empty
    icon={ChartColumn}
    title="No requests in this time range"
    text="Select a longer range, or send a request. New requests appear here within a minute."
  />
);
