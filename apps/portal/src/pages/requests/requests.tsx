import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Activity, Search, X } from 'lucide-react';
import { q } from '../../api/queries';
import { rangeOf } from '../../api/range';
import type { RequestView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Status } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Cut } from '../../ui/cut';
import { DomainName } from '../../ui/domain-name';
import { Select, Switch } from '../../ui/field';
import { milliseconds } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { SearchField } from '../../ui/search-field';
import { Empty } from '../../ui/states';
import { More, Table } from '../../ui/table';
import { ClockTime } from '../../ui/time';
import { RequestPanel } from './request-panel';
import { useNewer } from './use-newer';

const route = getRouteApi('/session/t/$tenant/requests');

/** The request log: what was asked for, found by whatever one knows of it. */
export function Requests() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (more: Partial<typeof search>, replace = true) =>
    void navigate({ search: { ...search, ...more }, replace });
  const { open, live, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);

  const query = queryOf(filters);
  const pages = useInfiniteQuery(q.requests(tenant, query));
  const older = pages.data?.pages.flatMap(({ requests }) => requests);
  const isLive = live === '1' && filters.range !== 'custom';
  const newer = useNewer(tenant, query, pages.data?.pages[0]?.latest, isLive);
  const rows = older && [...newer, ...older];

  return (
    <Page
      title="Requests"
      about="Every request with one of this tenant’s keys, kept for 30 days."
      actions={
        <span className={isLive ? 'is-live' : undefined}>
          <Switch label="Live" checked={isLive} onChange={on => change({ live: on ? '1' : undefined })} />
        </span>
      }
    >
      <Filters search={search} change={change} isFiltered={isFiltered} />
      <Card flush>
        <Table<RequestView>
          label="Requests"
          rows={rows}
          error={pages.error}
          retry={() => void pages.refetch()}
          keyOf={({ id }) => id}
          isNew={({ id }) => newer.some(one => one.id === id)}
          skeletonRows={10}
          empty={
            isFiltered ? (
              <Empty icon={<Search size={22} />} title="No request fits">
                Look again at what you search for, or choose a longer time.
              </Empty>
            ) : (
              <Empty icon={<Activity size={22} />} title="No requests yet">
                As soon as a key of this tenant is used, its requests are here.
              </Empty>
            )
          }
          columns={[
            { head: 'Status', corner: true, cell: ({ status }) => <Status status={status} /> },
            {
              head: 'Request',
              lead: true,
              cell: ({ id, method, endpoint }) => (
                <button type="button" className="row-link row-link-whole" onClick={() => change({ open: id }, false)}>
                  <span className="faint">{method}</span> {endpoint.replace(/^\/api\/v1\//, '')}
                </button>
              ),
            },
            { head: 'Code', cell: ({ code }) => (code ? <code>{code}</code> : <span className="none">–</span>) },
            {
              head: 'Domain',
              cell: ({ domain }) =>
                domain ? <DomainName short>{domain}</DomainName> : <span className="none">–</span>,
            },
            {
              head: 'Key',
              extra: true,
              cell: ({ key }) => (key ? <Cut>{key.name}</Cut> : <span className="none">–</span>),
            },
            { head: 'Took', cell: ({ duration_ms }) => milliseconds(duration_ms), number: true },
            { head: 'When', cell: ({ at }) => <ClockTime at={at} />, number: true },
          ]}
        />
        <More pages={pages} shown={rows?.length ?? 0} noun="request" />
      </Card>
      <RequestPanel
        tenant={tenant}
        id={open}
        known={rows?.find(({ id }) => id === open)}
        onClose={() => change({ open: undefined })}
      />
    </Page>
  );
}

type Filtering = ReturnType<typeof route.useSearch>;

/** A request id has no dot and a domain has one; so one field finds either. */
function queryOf({ find, key, endpoint, status, code, ...time }: Omit<Filtering, 'open' | 'live'>) {
  const isDomain = find?.includes('.');
  return {
    ...(find && (isDomain ? { domain: find } : { request_id: find })),
    key,
    endpoint,
    status,
    code,
    ...(time.range !== undefined && spanToMinute(time)),
  };
}

/** Rounded to the minute, so that the query stays the same one while it is looked at. */
function spanToMinute(time: Parameters<typeof rangeOf>[0]) {
  const { value, span } = rangeOf(time);
  const { from, to } = span();
  const rounded = new Date(Math.floor(Date.parse(from) / 60_000) * 60_000).toISOString();
  return value === 'custom' ? { from, to } : { from: rounded };
}

function Filters(props: { search: Filtering; change: (more: Partial<Filtering>) => void; isFiltered: boolean }) {
  const tenant = useTenant();
  const { search, change } = props;
  const keys = useQuery(q.keys(tenant));
  const endpoints = useQuery(q.series(tenant, 'endpoint', rangeOf({ range: '30d' }).span, '30d'));
  const known = endpoints.data?.series ?? [];
  return (
    <search className="filters" aria-label="Filter requests">
      <SearchField label="Request ID or domain" value={search.find ?? ''} onChange={find => change({ find })} />
      <Select
        aria-label="Status"
        value={search.status ?? ''}
        onChange={event => change({ status: event.target.value })}
      >
        <option value="">Any status</option>
        <option value="2xx">2xx – answered</option>
        <option value="4xx">4xx – refused</option>
        <option value="5xx">5xx – failed</option>
        {[200, 201, 400, 401, 402, 403, 404, 409, 422, 429, 500, 503].map(status => (
          <option key={status}>{status}</option>
        ))}
      </Select>
      <Select aria-label="Key" value={search.key ?? ''} onChange={event => change({ key: event.target.value })}>
        <option value="">Any key</option>
        {keys.data?.keys.map(({ id, name, hint }) => (
          <option key={id} value={id}>
            {name} · {hint.slice(-4)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Endpoint"
        value={search.endpoint ?? ''}
        onChange={event => change({ endpoint: event.target.value })}
      >
        <option value="">Any endpoint</option>
        {search.endpoint && !known.some(({ name }) => name === search.endpoint) && <option>{search.endpoint}</option>}
        {known.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <SearchField label="Error code" value={search.code ?? ''} onChange={code => change({ code })} short />
      <RangePicker value={search} any onChange={change} />
      {props.isFiltered && (
        <Button
          variant="ghost"
          icon={<X size={15} aria-hidden />}
          onClick={() =>
            change({
              find: undefined,
              key: undefined,
              endpoint: undefined,
              status: undefined,
              code: undefined,
              range: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          Clear
        </Button>
      )}
    </search>
  );
}
