import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { lazy } from 'react';
import type { LatencyView, SeriesView } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant, useTenantNavigate } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { SegmentedControl, Select } from '../../ui/field';
import { formatDuration, formatNumber, formatShare, plural } from '../../ui/format';
import { Card, Page, TableCard } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { Empty, Loaded, MarkedText } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { OTHER_KEYS } from '../requests/other-keys';
import { Figure, loading } from './figure';
import { Limits } from './limits';
import { type Grouping, LatencyTable, RequestTable, rowsOf, searchOfStep, stepName } from './series';
import { searchOfSpan, type Span, ZoomButtons } from './zoom';

// The chart library is large, so it is loaded with the first chart.
const RequestChart = lazy(() => import('./charts').then(({ RequestChart }) => ({ default: RequestChart })));
const LatencyChart = lazy(() => import('./charts').then(({ LatencyChart }) => ({ default: LatencyChart })));

const GROUPINGS: Record<Grouping, string> = { status: 'Status', endpoint: 'Endpoint', key: 'Key' };

const isGrouping = (name: string | undefined): name is Grouping => name !== undefined && Object.hasOwn(GROUPINGS, name);

const CHART_HEIGHT = 260;

export default function Usage() {
  const tenant = useTenant();
  const { search, change, field, push } = useUrlFields('/session/t/$tenant/usage');
  const range = timeRange(search);
  const by = isGrouping(search.by) ? search.by : 'status';
  const tables = search.tables?.split(',') ?? [];
  const viewSwitch = (chart: string) => (
    <SegmentedControl
      label={`Show ${chart} as`}
      value={tables.includes(chart) ? 'table' : 'chart'}
      options={{ chart: 'Chart', table: 'Table' }}
      onChange={view => {
        const others = tables.filter(other => other !== chart);
        change({ tables: (view === 'table' ? [...others, chart] : others).join(',') || undefined });
      }}
    />
  );

  const refetchInterval = range.value === 'custom' ? false : 30_000;
  const keys = useQuery(queries.keys(tenant));
  const series = useQuery({ ...queries.series(tenant, range, by, search.key), refetchInterval });
  const limits = useQuery({ ...queries.limits(tenant, range, search.key), refetchInterval });
  const latency = useQuery({ ...queries.latency(tenant, range, search.endpoint), refetchInterval });
  const endpoints = useQuery(queries.series(tenant, range, 'endpoint'));
  const errors = useQuery({ ...queries.errors(tenant, range), refetchInterval });
  const { range: rangeName = '24h', from, to } = search;
  const span = range.span();
  // Adds an entry to the browser history, so that "Back" undoes the zoom.
  const zoom = (span: Span, key = search.key) => push({ ...searchOfSpan(span), key });
  const description = `${range.value === 'custom' ? spanText(span) : range.label}${series.data ? `, by ${stepName(series.data.step_seconds)}` : ''}`;

  return (
    <Page
      description={
        <>
          Requests, latency and errors of your API keys and your storefront.{' '}
          <TenantLink to="./day" label="View a single day" />
        </>
      }
      actions={
        <>
          <RangePicker value={search} onChange={change} />
          <ZoomButtons span={{ from: Date.parse(span.from), to: Date.parse(span.to) }} onZoom={zoom} />
          <ExportButton kind="usage" noun="row" query={() => range.span()} />
        </>
      }
    >
      <Card
        title="Requests"
        description={description}
        actions={
          <>
            <Select
              label="Key"
              empty="All keys"
              options={[...(keys.data?.keys ?? []).map(({ id, name }) => ({ value: id, label: name })), ...OTHER_KEYS]}
              isIncomplete={keys.isLoadingError}
              {...field('key')}
            />
            <SegmentedControl label="Group by" value={by} options={GROUPINGS} onChange={by => change({ by })} />
            {viewSwitch('requests')}
          </>
        }
      >
        <Loaded query={series} skeleton={loading}>
          {data => <Requests data={data} by={by} isTable={tables.includes('requests')} onZoom={zoom} />}
        </Loaded>
      </Card>
      <Limits
        query={limits}
        isTable={tables.includes('limits')}
        actions={viewSwitch('limits')}
        height={CHART_HEIGHT}
        onZoom={zoom}
      />
      <Card
        title="Latency"
        description="Response time of Nameyard, without the network."
        actions={
          <>
            <Select
              label="Endpoint"
              empty="All endpoints"
              options={endpoints.data?.series.map(({ name }) => name).filter(name => name.startsWith('/')) ?? []}
              isIncomplete={endpoints.isLoadingError}
              {...field('endpoint')}
            />
            {viewSwitch('latency')}
          </>
        }
      >
        <Loaded query={latency} skeleton={loading}>
          {data => <Latency data={data} isTable={tables.includes('latency')} onZoom={zoom} />}
        </Loaded>
      </Card>
      <TableCard
        title="Errors"
        description={`${search.key ? 'Of all keys, most' : 'Most'} frequent first, with advice on how to fix each.`}
        query={errors}
        keyOf={({ code, status }) => `${status} ${code}`}
        empty={{ title: 'No errors in this time range' }}
        columns={[
          {
            head: 'Code',
            phoneTitle: true,
            cell: ({ code, status }) => (
              <span className="inline-flex items-center gap-2.5 [&_.row-link]:wrap-normal">
                <HttpStatus status={status} />
                <TenantLink
                  to="./requests"
                  search={{ range: rangeName, from, to, code }}
                  className="row-link"
                  label={code}
                />
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

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const spanText = ({ from, to }: { from: string; to: string }) => dateTime.formatRange(new Date(from), new Date(to));

interface ViewProps<Data> {
  data: Data;
  isTable: boolean;
  onZoom: (span: Span) => void;
}

function Requests(props: ViewProps<SeriesView> & { by: Grouping }) {
  const navigate = useTenantNavigate();
  const { series, totals, step_seconds: step } = props.data;
  if (totals.requests === 0) return <NoRequests />;
  const rows = rowsOf(props.data);
  const top = series.reduce((top, one) => (one.requests > top.requests ? one : top));
  const group = { status: `with status ${top.name}`, endpoint: `to ${top.label}`, key: `with ${top.label}` }[props.by];
  return (
    <Figure summary={`${plural(totals.requests, 'request')}, ${formatShare(top.requests, totals.requests)} ${group}.`}>
      {props.isTable ? (
        <RequestTable rows={rows} series={series} step={step} by={props.by} onZoom={props.onZoom} />
      ) : (
        <RequestChart
          rows={rows}
          series={series}
          step={step}
          height={CHART_HEIGHT}
          onZoom={props.onZoom}
          onOpen={(at, name) => void navigate({ to: './requests', search: searchOfStep(at, step, props.by, name) })}
        />
      )}
    </Figure>
  );
}

function Latency({ data, isTable, onZoom }: ViewProps<LatencyView>) {
  const { p50_ms, p95_ms, p99_ms } = data;
  if (p50_ms === null) return <NoRequests />;
  return (
    <Figure
      summary={`50% of responses took less than ${formatDuration(p50_ms)}, 95% less than ${formatDuration(p95_ms)}, 99% less than ${formatDuration(p99_ms)}.`}
    >
      {isTable ? (
        <LatencyTable data={data} onZoom={onZoom} />
      ) : (
        <LatencyChart data={data} height={CHART_HEIGHT} onZoom={onZoom} />
      )}
    </Figure>
  );
}

const NoRequests = () => (
  <Empty
    icon={ChartColumn}
    title="No requests in this time range"
    text="Select a longer range, or send a request. New requests appear here within a minute."
  />
);
