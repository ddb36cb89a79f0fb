import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { q } from '../../api/queries';
import { type RangeInAddress, rangeOf } from '../../api/range';
import type { LatencyView, SeriesView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Status } from '../../ui/badge';
import { Choice, Select } from '../../ui/field';
import { milliseconds, number, plural, share } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { Empty, Loaded, Skeleton } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { rowsOf } from './series';
import { LatencyTable, SeriesTable } from './tables';

/** The only pages that draw charts are the ones that load what draws them. */
const RequestChart = lazy(() => import('./charts').then(({ RequestChart }) => ({ default: RequestChart })));
const LatencyChart = lazy(() => import('./charts').then(({ LatencyChart }) => ({ default: LatencyChart })));

const route = getRouteApi('/session/t/$tenant/usage');

const BY = [
  { value: 'status', label: 'Status' },
  { value: 'endpoint', label: 'Endpoint' },
  { value: 'key', label: 'Key' },
] as const;

type By = (typeof BY)[number]['value'];

const HEIGHT = 300;
const waiting = <Skeleton lines={1} height={HEIGHT} />;

export function Usage() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeOf(search);
  const by = BY.find(({ value }) => value === search.by)?.value ?? 'status';
  const tables = search.tables?.split(',') ?? [];
  const change = (more: Partial<typeof search>) => void navigate({ search: { ...search, ...more }, replace: true });
  const asTable = (chart: string) => (
    <Choice
      legend={`Show ${chart} as`}
      value={tables.includes(chart) ? 'table' : 'chart'}
      options={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={form => {
        const others = tables.filter(other => other !== chart);
        change({ tables: (form === 'table' ? [...others, chart] : others).join(',') || undefined });
      }}
    />
  );

  const live = range.value === 'custom' ? false : 30_000;
  const series = useQuery({ ...q.series(tenant, by, range.span, range.name), refetchInterval: live });
  const latency = useQuery({ ...q.latency(tenant, range.span, range.name, search.endpoint), refetchInterval: live });
  const endpoints = useQuery(q.series(tenant, 'endpoint', range.span, range.name));
  const errors = useQuery({ ...q.errors(tenant, range.span, range.name), refetchInterval: live });

  return (
    <Page
      title="Usage"
      about="What your keys asked for, and what they got."
      actions={<RangePicker value={search} onChange={change} />}
    >
      <Card
        title="Requests"
        about={range.label}
        actions={
          <>
            <Choice legend="Told apart by" value={by} options={[...BY]} onChange={by => change({ by })} />
            {asTable('requests')}
          </>
        }
      >
        <Loaded query={series} skeleton={waiting}>
          {data => <Requests data={data} by={by} isTable={tables.includes('requests')} />}
        </Loaded>
      </Card>
      <Card
        title="Latency"
        about="How long answers took, inside Nameyard."
        actions={
          <>
            <Select
              aria-label="Endpoint"
              value={search.endpoint ?? ''}
              onChange={event => change({ endpoint: event.target.value })}
            >
              <option value="">All endpoints</option>
              {endpointsOf(endpoints.data, search.endpoint).map(endpoint => (
                <option key={endpoint}>{endpoint}</option>
              ))}
            </Select>
            {asTable('latency')}
          </>
        }
      >
        <Loaded query={latency} skeleton={waiting}>
          {data => <Latency data={data} isTable={tables.includes('latency')} />}
        </Loaded>
      </Card>
      <Card flush title="Errors" about="The most frequent first, with what to do about each.">
        <span id="errors" />
        <Table
          label="Errors"
          rows={errors.data?.errors}
          error={errors.error}
          keyOf={({ code, status }) => `${status} ${code}`}
          empty={<Empty title="No errors in this time">Everything that was asked for was answered.</Empty>}
          columns={[
            {
              head: 'Code',
              lead: true,
              cell: ({ code, status }) => (
                <span className="with-status">
                  <Status status={status} />
                  <Link
                    to="/t/$tenant/requests"
                    params={{ tenant }}
                    search={{ ...timeOf(search), code }}
                    className="row-link"
                  >
                    {code}
                  </Link>
                </span>
              ),
            },
            { head: 'What to do', cell: ({ advice }) => <span className="prose">{advice}</span> },
            { head: 'Requests', cell: ({ requests }) => number(requests), number: true },
            { head: 'Last', cell: ({ last_at }) => <Time at={last_at} />, number: true },
          ]}
        />
      </Card>
    </Page>
  );
}

/** Those that were called, and the one that the address names. */
const endpointsOf = (data: SeriesView | undefined, chosen: string | undefined) => [
  ...new Set([
    ...(data?.series.map(({ name }) => name).filter(name => name.startsWith('/')) ?? []),
    ...(chosen ? [chosen] : []),
  ]),
];

const timeOf = ({ range = '24h', from, to }: RangeInAddress) => ({ range, from, to });

function Requests({ data, by, isTable }: { data: SeriesView; by: By; isTable: boolean }) {
  const { series, totals, step_seconds } = data;
  if (totals.requests === 0) return <Nothing />;
  const rows = rowsOf(data);
  const most = series.reduce((most, one) => (one.requests > most.requests ? one : most));
  const toldOf = { status: '', endpoint: 'to ', key: 'with ' }[by] + most.label;
  return (
    <Figure
      summary={`${plural(totals.requests, 'request')}; ${share(most.requests, totals.requests)} of them ${toldOf}.`}
    >
      {isTable ? (
        <SeriesTable rows={rows} totals={series} step={step_seconds} />
      ) : (
        <RequestChart rows={rows} totals={series} step={step_seconds} isStatus={by === 'status'} height={HEIGHT} />
      )}
    </Figure>
  );
}

function Latency({ data, isTable }: { data: LatencyView; isTable: boolean }) {
  if (data.p50_ms === null) return <Nothing />;
  return (
    <Figure
      summary={`Half of all answers took less than ${milliseconds(data.p50_ms)}, 95 of 100 less than ${milliseconds(data.p95_ms)}, 99 of 100 less than ${milliseconds(data.p99_ms)}.`}
    >
      {isTable ? <LatencyTable data={data} /> : <LatencyChart data={data} height={HEIGHT} />}
    </Figure>
  );
}

const Figure = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <figure className="figure">
    <figcaption>{summary}</figcaption>
    <Suspense fallback={waiting}>{children}</Suspense>
  </figure>
);

const Nothing = () => (
  <Empty icon={<ChartColumn size={22} />} title="No requests in this time">
    Choose a longer time, or send a request: it shows up here within a minute.
  </Empty>
);
