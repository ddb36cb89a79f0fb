import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import type { WorldSummary } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge, HttpStatus } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DialogWhile } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { Endpoint } from '../../ui/endpoint';
import { Select, Switch } from '../../ui/field';
import { ErrorText } from '../../ui/form';
import { formatDuration } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { SearchField } from '../../ui/search-field';
import { RowButton, Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { OTHER_KEYS } from './other-keys';
import { RequestPanel } from './request-panel';
import { RequestTabs } from './tabs';

const useFilters = () => useUrlFields('/session/t/$tenant/requests');

const STATUSES = [
  { value: '2xx', label: '2xx: success' },
  { value: '4xx', label: '4xx: client error' },
  { value: '5xx', label: '5xx: server error' },
  ...['200', '201', '400', '402', '403', '404', '409', '422', '429', '500', '503'].map(status => ({
    value: status,
    label: status,
  })),
];

const NO_REQUESTS = { requests: [] };

const LIVE_DOT = 'ms-1.75 inline-block size-1.75 animate-pulse rounded-full bg-(--series-2xx) align-[1px]';

export default function Requests() {
  const tenant = useTenant();
  const { search, set, change, push } = useFilters();
  const { open, live, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);

  const { range: rangeName, from, to, ...query } = filters;
  const range = rangeName ? timeRange({ range: rangeName, from, to }) : undefined;
  const requests = useInfiniteQuery({ ...queries.requests(tenant, query, range), select: ({ pages }) => pages });
  const searchedTo = requests.data?.at(-1)?.searched_to;
  const isLive = live === '1' && rangeName !== 'custom';
  const latest = requests.data?.[0]?.latest;
  const { data: { requests: newRequests } = NO_REQUESTS } = useQuery({
    ...queries.newRequests(tenant, query, latest),
    enabled: isLive && latest !== undefined,
    refetchInterval: 1_500,
    refetchIntervalInBackground: true,
  });
  const rows = requests.data && [...newRequests, ...requests.data.flatMap(({ requests }) => requests)];

  return (
    <ListPage
      description="All requests with the keys of this tenant, to its storefront, and of its worlds, in the last 30 days."
      actions={
        <>
          <Switch
            label={<>Live{isLive && <span className={LIVE_DOT} />}</>}
            checked={isLive}
            onChange={on => change({ live: on ? '1' : undefined })}
          />
          <ExportButton kind="requests" noun="request" query={() => ({ ...query, ...range?.filter() })} />
        </>
      }
      query={{ ...requests, data: rows }}
      noun="request"
      isNew={({ id }) => newRequests.some(request => request.id === id)}
      skeletonRows={10}
      empty={
        searchedTo
          ? unfinishedSearch(searchedTo, requests)
          : isFiltered
            ? {
                icon: Search,
                title: 'No matching requests',
                text: 'Change the filters, or select a longer time range.',
                action: <Button label="Clear filters" variant="primary" onClick={() => set({})} />,
              }
            : {
                title: 'No requests yet',
                text: 'Requests with the keys of this tenant appear here. Send the first one from the portal, or use a key in your code.',
                action: <TenantLink to="./try" variant="primary" label="Try it" />,
              }
      }
      columns={[
        { head: 'Status', phoneCorner: true, cell: ({ status }) => <HttpStatus status={status} /> },
        {
          head: 'Request',
          phoneTitle: true,
          cell: ({ id, method, endpoint, at, code }) => (
            <>
              <span className="flex items-baseline justify-between gap-2">
                <RowButton
                  className="sm:whitespace-nowrap"
                  label={<Endpoint method={method} endpoint={endpoint} />}
                  onClick={() => push({ open: id })}
                />
                <span className="text-2xs text-muted sm:hidden">
                  <Time at={at} format="recentSecond" />
                </span>
              </span>
              {code && <code className="text-xs text-muted sm:hidden">{code}</code>}
            </>
          ),
        },
        {
          head: 'Code',
          phoneHidden: true,
          cell: ({ code, faulted }) =>
            (code ?? faulted) && (
              <>
                {code && <code>{code}</code>} {faulted && <Badge tone="info">faulted</Badge>}
              </>
            ),
        },
        { head: 'Domain', phoneHidden: true, cell: ({ domain }) => domain && <DomainName short>{domain}</DomainName> },
        {
          head: 'Key or world',
          desktopOnly: true,
          phoneHidden: true,
          cell: ({ key, world }) => (world ? <WorldLink world={world} /> : key && <Truncated>{key.name}</Truncated>),
        },
        { head: 'Duration', phoneHidden: true, cell: ({ duration_ms }) => formatDuration(duration_ms), number: true },
        { head: 'Time', phoneHidden: true, cell: ({ at }) => <Time at={at} format="recentSecond" />, number: true },
      ]}
    >
      <RequestTabs />
      <search className="filters" aria-label="Filter requests">
        <Filters />
        {isFiltered && <Button label="Clear" variant="ghost" icon={X} onClick={() => set({ open, live })} />}
      </search>
      <DialogWhile open={open !== undefined} onClose={() => change({ open: undefined })}>
        <RequestPanel id={open} request={rows?.find(({ id }) => id === open)} />
      </DialogWhile>
    </ListPage>
  );
}

type UnfinishedSearch = Pick<
  UseInfiniteQueryResult,
  'error' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Shown if the server stopped searching at its time limit without a result. */
const unfinishedSearch = (to: string, query: UnfinishedSearch) => ({
  icon: Search,
  title: 'Nothing found yet',
  text: (
    <>
      No request since <Time at={to} format="recentSecond" /> matches. Enter a complete domain or an ID to search all at
      once.
      {query.isFetchNextPageError && query.error && <ErrorText>{query.error.message}</ErrorText>}
    </>
  ),
  action: (
    <Button label="Search older requests" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
  ),
});

const WorldLink = ({ world: { tenant, name } }: { world: WorldSummary }) => (
  <TenantLink to="./worlds/$world" params={{ world: tenant }} label={<Truncated>{name}</Truncated>} />
);

/** Options for live worlds and for ended worlds whose stories are kept. */
function useWorldOptions() {
  const tenant = useTenant();
  const { parent } = useQuery(queries.tenant(tenant)).data ?? {};
  const enabled = parent === null;
  const live = useQuery({ ...queries.worlds(tenant), enabled });
  const ended = useQuery({ ...queries.endedWorlds(tenant), enabled });
  const worlds = [...(live.data ?? []), ...(ended.data ?? [])];
  return {
    options: worlds.map(({ tenant, name }) => ({ value: tenant, label: name })),
    isIncomplete: live.isLoadingError || ended.isLoadingError,
  };
}

function Filters() {
  const tenant = useTenant();
  const { search, change, field } = useFilters();
  const keys = useQuery(queries.keys(tenant));
  const worlds = useWorldOptions();
  const endpoints = useQuery(queries.series(tenant, timeRange({ range: '30d' }), 'endpoint'));
  return (
    <>
      <SearchField label="Request, order or domain" {...field('find')} />
      <Select label="Status" empty="Any status" options={STATUSES} {...field('status')} />
      <Select
        label="Key"
        empty="Any key"
        options={[
          ...(keys.data?.keys ?? []).map(({ id, name, hint }) => ({ value: id, label: `${name} · ${hint.slice(-4)}` })),
          ...OTHER_KEYS,
        ]}
        isIncomplete={keys.isLoadingError}
        {...field('key')}
      />
      {(worlds.options.length > 0 || worlds.isIncomplete) && (
        <Select label="World" empty="Any world" {...worlds} {...field('world')} />
      )}
      <Select
        label="Endpoint"
        empty="Any endpoint"
        options={endpoints.data?.series.map(({ name }) => name).filter(name => name.startsWith('/')) ?? []}
        isIncomplete={endpoints.isLoadingError}
        {...field('endpoint')}
      />
      <SearchField label="Error code" {...field('code')} short />
      <RangePicker value={search} optional onChange={change} />
    </>
  );
}
