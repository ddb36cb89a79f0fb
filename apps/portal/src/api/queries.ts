import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, get, of, type Query } from './client';
import type * as t from './types';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 4_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
});

/** A list that goes on with a cursor; `rows` are what its pages are made of. */
const paged = <P extends { next: string | null }>(key: readonly unknown[], path: string, query: Query = {}) =>
  infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam }) => get<P>(path, { limit: 50, ...query, before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: P) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });

const one = <T>(key: readonly unknown[], path: string, query: Query = {}) =>
  queryOptions({ queryKey: [...key, query], queryFn: () => get<T>(path, query), placeholderData: keepPreviousData });

export interface Span extends Query {
  from: string;
  to: string;
}

/** A span that moves with the clock is kept under its name, so that it is one thing and not one each second. */
const spanned = <T>(key: readonly unknown[], path: string, span: () => Span, name: string, query: Query = {}) =>
  queryOptions({
    queryKey: [...key, name, query],
    queryFn: () => get<T>(path, { ...span(), ...query }),
    placeholderData: keepPreviousData,
  });

export const q = {
  session: () =>
    queryOptions({ queryKey: ['session'], queryFn: () => get<t.PersonView>('session'), staleTime: 60_000 }),
  tenants: () => one<t.Tenants>(['tenants'], 'tenants'),
  people: () => one<t.PeopleView>(['people'], 'people'),
  audit: (query: Query) => paged<t.AuditPage>(['audit'], 'audit', query),
  registrar: () => one<t.SwitchView>(['registrar'], 'registrar'),
  registrarHistory: () => paged<t.SwitchPage>(['registrar', 'history'], 'registrar/history'),

  keys: (tenant: string) => one<t.Keys>([tenant, 'keys'], of(tenant, 'keys')),
  overview: (tenant: string) => one<t.OverviewView>([tenant, 'usage', 'overview'], of(tenant, 'usage/overview')),
  series: (tenant: string, by: 'status' | 'endpoint' | 'key', span: () => Span, name: string) =>
    spanned<t.SeriesView>([tenant, 'usage', 'series'], of(tenant, 'usage/series'), span, name, { by }),
  latency: (tenant: string, span: () => Span, name: string, endpoint: string | undefined) =>
    spanned<t.LatencyView>([tenant, 'usage', 'latency'], of(tenant, 'usage/latency'), span, name, { endpoint }),
  errors: (tenant: string, span: () => Span, name: string) =>
    spanned<t.RankedErrors>([tenant, 'usage', 'errors'], of(tenant, 'usage/errors'), span, name),
  requests: (tenant: string, query: Query) => paged<t.RequestPage>([tenant, 'requests'], of(tenant, 'requests'), query),
  errorsOfDay: (tenant: string) => one<t.RankedErrors>([tenant, 'usage', 'errors', 'day'], of(tenant, 'usage/errors')),
  latest: (tenant: string) => one<t.RequestPage>([tenant, 'requests', 'latest'], of(tenant, 'requests'), { limit: 6 }),
  request: (tenant: string, id: string) =>
    one<t.RequestView>([tenant, 'requests', 'one', id], of(tenant, `requests/${encodeURIComponent(id)}`)),
  orders: (tenant: string, query: Query) => paged<t.OrderPage>([tenant, 'orders'], of(tenant, 'orders'), query),
  domains: (tenant: string, query: Query) => paged<t.DomainPage>([tenant, 'domains'], of(tenant, 'domains'), query),

  receivers: (tenant: string) => one<t.ReceiversView>([tenant, 'receivers'], of(tenant, 'receivers')),
  recovery: (tenant: string, id: string) =>
    one<t.RecoveryView>([tenant, 'recoveries', id], of(tenant, `recoveries/${encodeURIComponent(id)}`)),
  deliveries: (tenant: string, query: Query) =>
    paged<t.DeliveriesPage>([tenant, 'deliveries'], of(tenant, 'deliveries'), query),
  delivery: (tenant: string, id: string) =>
    one<t.DeliveryDetail>([tenant, 'deliveries', 'one', id], of(tenant, `deliveries/${encodeURIComponent(id)}`)),
};
