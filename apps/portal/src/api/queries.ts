import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type * as accounts from '#identity/contract';
import type * as apiKeys from '#api-keys/contract';
import type * as domains from '#domains/contract';
import type * as orders from '#orders/contract';
import type * as registrar from '#registrar/contract';
import type * as registry from '#registry/contract';
import type * as rehearsal from '#testcontrol/contract';
import type * as storefront from '#storefront/contract';
import type * as tenancy from '#tenancy/contract';
import type * as usage from '#usage/contract';
import type * as webhooks from '#webhooks/contract';
import { ApiError, type ApiPath, callApi, type Query } from './client';
import type { TimeRange } from './time-range';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 4_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
});

/** A query. The cache key has the name of a relative range, because its start and end change with every call. */
const get = <T>(path: ApiPath, query: Query = {}, range?: TimeRange) =>
  queryOptions({
    queryKey: [...path, range?.name, query],
    queryFn: () => callApi<T>('GET', path, undefined, { ...range?.span(), ...query }),
    placeholderData: keepPreviousData,
  });

/** Like `get`, but does not show the result of another path or query while loading. */
const getFresh = <T>(path: ApiPath, query: Query = {}) => ({ ...get<T>(path, query), placeholderData: undefined });

/** Like `get`, but returns a part of the response. */
const part = <T, Part>(path: ApiPath, select: (view: T) => Part) => ({ ...get<T>(path), select });

/** A paginated list; `rows` returns the rows of a page. The list of a relative range does not restart when time passes. */
const list = <Page extends { next: string | null }, Row>(
  path: ApiPath,
  query: Query,
  rows: (page: Page) => readonly Row[],
  range?: TimeRange,
) =>
  infiniteQueryOptions({
    queryKey: [...path, range?.name, query],
    queryFn: ({ pageParam }) =>
      callApi<Page>('GET', path, undefined, { limit: 50, ...range?.filter(), ...query, before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(rows),
  });

const of = (tenant: string, ...path: string[]) => ['tenants', tenant, ...path];

const liveOrdersOf = (tenant: string | undefined) => [
  ...(tenant === undefined ? [] : of(tenant)),
  'registrar',
  'orders',
];

const WORLD_POLL_MS = 15_000;
const ENDING_POLL_MS = 1_000;

const pollOf = (expiresAt: string) =>
  Date.parse(expiresAt) - Date.now() > WORLD_POLL_MS ? WORLD_POLL_MS : ENDING_POLL_MS;

const MAX_NEW_REQUESTS = 500;

export const queries = {
  activity: () => ({
    ...part(['usage', 'tenants'], (view: usage.TenantActivityList) => view.tenants),
    refetchInterval: 30_000,
  }),
  session: () => ({ ...get<accounts.PersonView>(['session']), staleTime: 60_000 }),
  tenants: () => part(['tenants'], (view: tenancy.TenantsView) => view.tenants),
  /** One tenant, also a world. It is read again before a world ends. */
  tenant: (slug: string) =>
    queryOptions({
      ...getFresh<tenancy.TenantDetails>(of(slug)),
      refetchInterval: ({ state: { data, error } }) => (data?.expires_at && !error ? pollOf(data.expires_at) : false),
    }),
  tokens: () => part(['tokens'], (view: accounts.AccessTokensView) => view.tokens),
  personTokens: (id: string) => part(['people', id, 'tokens'], (view: accounts.AccessTokensView) => view.tokens),
  sessions: () => part(['sessions'], (view: accounts.SessionsView) => view.sessions),
  /** Methods with which the person can confirm a change now. */
  confirmation: () => getFresh<accounts.ConfirmationView>(['confirmation']),
  /** The second step of the present login, which is not cached. */
  secondStep: () => ({ ...get<accounts.SecondStep>(['session', 'second-step']), gcTime: 0, retry: false }),
  factors: () => get<accounts.FactorsView>(['factors']),
  people: () => part(['people'], (view: accounts.PeopleView) => view.people),
  loginMethods: () => ({ ...get<accounts.LoginMethods>(['login-methods']), staleTime: Infinity, retry: false }),
  links: () => part(['people', 'links'], (view: accounts.LinksView) => view.links),
  audit: (query: Query, range?: TimeRange) => list(['audit'], query, (page: accounts.AuditPage) => page.entries, range),
  registrar: () => get<registrar.RegistrarView>(['registrar']),
  registrarHistory: () => list(['registrar', 'history'], {}, (page: registrar.SwitchHistory) => page.entries),
  registrarStatus: () => get<registrar.RegistrarStatusView>(['registrar', 'status']),
  liveAccount: (tenant: string) => get<registrar.LiveAccount>(of(tenant, 'registrar', 'account')),
  /** Without `tenant`, for operators, the live orders of all tenants. */
  liveOrders: (tenant: string | undefined, query: Query) =>
    list(liveOrdersOf(tenant), query, (page: registrar.PortalLiveOrders) => page.orders),
  liveSteps: (tenant: string | undefined, order: string) =>
    getFresh<registrar.LiveSteps>([...liveOrdersOf(tenant), order, 'steps']),

  keys: (tenant: string) => get<apiKeys.KeysView>(of(tenant, 'keys')),
  overview: (tenant: string) => get<usage.OverviewView>(of(tenant, 'usage', 'overview')),
  series: (tenant: string, range: TimeRange, by: 'status' | 'endpoint' | 'key', key?: string) =>
    get<usage.SeriesView>(of(tenant, 'usage', 'series'), { by, key }, range),
  latency: (tenant: string, range: TimeRange, endpoint: string | undefined) =>
    get<usage.LatencyView>(of(tenant, 'usage', 'latency'), { endpoint }, range),
  limits: (tenant: string, range: TimeRange, key: string | undefined) =>
    get<usage.LimitsView>(of(tenant, 'usage', 'limits'), { key }, range),
  errors: (tenant: string, range: TimeRange) => ({
    ...get<usage.ErrorsView>(of(tenant, 'usage', 'errors'), {}, range),
    select: ({ errors }: usage.ErrorsView) => errors,
  }),
  requests: (tenant: string, query: Query, range?: TimeRange) =>
    list(of(tenant, 'requests'), query, (page: usage.RequestsPage) => page.requests, range),
  /** Requests after the cursor `latest` of a page, newest first; every fetch adds the newest ones. */
  newRequests: (tenant: string, query: Query, latest: string | undefined) =>
    queryOptions({
      queryKey: [...of(tenant, 'requests'), query, 'after', latest],
      queryFn: async ({ client, queryKey }) => {
        const known = client.getQueryData<usage.RequestsPage>(queryKey);
        const after = known?.latest ?? latest;
        const page = await callApi<usage.RequestsPage>('GET', of(tenant, 'requests'), undefined, {
          ...query,
          after,
          limit: 100,
        });
        const requests = [...page.requests.toReversed(), ...(known?.requests ?? [])];
        return { ...page, requests: requests.slice(0, MAX_NEW_REQUESTS) };
      },
    }),
  /** Without `tenant`, for operators, the unauthenticated requests of all tenants. */
  unauthenticated: (tenant: string | undefined, query: Query) =>
    list(
      tenant === undefined ? ['unauthenticated'] : of(tenant, 'unauthenticated'),
      query,
      (page: usage.UnauthenticatedPage) => page.requests,
    ),
  request: (tenant: string, id: string) => get<usage.RequestView>(of(tenant, 'requests', id)),
  refusal: (tenant: string, id: string) => getFresh<usage.RefusalView>(of(tenant, 'requests', id, 'refusal')),
  exchange: (tenant: string, id: string) => ({
    ...getFresh<usage.ExchangeView>(of(tenant, 'requests', id, 'exchange')),
    staleTime: Infinity,
  }),
  orders: (tenant: string, query: Query) =>
    list(of(tenant, 'orders'), query, (page: orders.PortalOrdersPage) => page.orders),
  ordersOfDomain: (tenant: string, domain: string) => ({
    ...list(of(tenant, 'orders'), { exact_domain: domain }, (page: orders.PortalOrdersPage) => page.orders),
    placeholderData: undefined,
  }),
  /** An order, which is read again until it is decided. */
  order: (tenant: string, id: string) =>
    queryOptions({
      ...getFresh<orders.FullOrder>(of(tenant, 'orders', id)),
      refetchInterval: ({ state: { data } }) => (data?.due_at ? 4_000 : false),
    }),
  timeline: (tenant: string, order: string) => ({
    ...getFresh<usage.PurchaseView>(of(tenant, 'orders', order, 'timeline')),
    refetchInterval: 4_000,
  }),
  eventsAbout: (tenant: string, about: string) => ({
    ...getFresh<webhooks.EventsView>(of(tenant, 'events'), { about }),
    refetchInterval: 4_000,
    select: ({ events }: webhooks.EventsView) => events,
  }),
  domains: (tenant: string, query: Query) =>
    list(of(tenant, 'domains'), query, (page: domains.PortalRegistrationsPage) => page.domains),
  domain: (tenant: string, domain: string) => getFresh<registry.RegistrationView>(of(tenant, 'domains', domain)),
  authCode: (tenant: string, domain: string) => get<registry.AuthCode>(of(tenant, 'domains', domain, 'auth-code')),

  clock: (tenant: string) => get<rehearsal.ClockProgress>(of(tenant, 'clock')),
  clockTimeline: (tenant: string) => ({
    ...get<rehearsal.ClockTimeline>(of(tenant, 'clock', 'timeline')),
    refetchInterval: 5_000,
  }),
  registry: (tenant: string) => get<rehearsal.RegistrySettingsView>(of(tenant, 'registry')),
  scenarios: (tenant: string) => ({ ...get<rehearsal.ScenarioList>(of(tenant, 'scenarios')), staleTime: Infinity }),
  explorations: (tenant: string) => ({
    ...part(of(tenant, 'explorations'), (view: rehearsal.ExplorationList) => view.explorations),
    refetchInterval: 5_000,
  }),
  exploration: (tenant: string, id: string) => getFresh<rehearsal.ExplorationView>(of(tenant, 'explorations', id)),
  worlds: (tenant: string) => ({
    ...part(of(tenant, 'worlds'), (view: rehearsal.WorldList) => view.worlds),
    refetchInterval: 5_000,
  }),
  endedWorlds: (tenant: string) => ({
    ...part(of(tenant, 'worlds', 'ended'), (view: rehearsal.EndedWorldList) => view.worlds),
    refetchInterval: 10_000,
  }),
  story: (tenant: string, world: string) => getFresh<rehearsal.WorldStoryView>(of(tenant, 'worlds', world, 'story')),
  faults: (tenant: string) => ({
    ...part(of(tenant, 'faults'), (view: rehearsal.FaultList) => view.faults),
    refetchInterval: 2_000,
  }),

  simulatedErrors: (tenant: string) => ({
    ...part(of(tenant, 'faults', 'errors'), (view: rehearsal.SimulatedErrors) => view.errors),
    staleTime: Infinity,
  }),

  storefront: (tenant: string) => get<storefront.StorefrontView>(of(tenant, 'storefront')),
  /** Preview of a storefront with an unsaved change. */
  storefrontPreview: (tenant: string, change: storefront.StorefrontChange) =>
    queryOptions({
      queryKey: [...of(tenant, 'storefront', 'preview'), change],
      queryFn: () => callApi<storefront.StorefrontPreview>('POST', of(tenant, 'storefront', 'preview'), { ...change }),
      placeholderData: keepPreviousData,
    }),
  logo: (tenant: string, hash: string | undefined) =>
    queryOptions({
      queryKey: [...of(tenant, 'storefront', 'logo'), hash],
      queryFn: () => callApi<storefront.LogoContent>('GET', of(tenant, 'storefront', 'logo')),
      enabled: hash !== undefined,
      staleTime: Infinity,
    }),
  shareLinks: (tenant: string) => get<storefront.ShareLinksView>(of(tenant, 'storefront', 'links')),
  hosts: (tenant: string) => get<tenancy.HostsView>(of(tenant, 'hosts')),

  receivers: (tenant: string) => get<webhooks.ReceiversView>(of(tenant, 'receivers')),
  receiverAttempts: (tenant: string, id: string) => ({
    ...part(of(tenant, 'receivers', id, 'attempts'), (view: webhooks.ReceiverAttempts) => view.attempts),
    refetchInterval: 10_000,
  }),
  recovery: (tenant: string, id: string) => get<webhooks.RecoveryView>(of(tenant, 'recoveries', id)),
  deliveries: (tenant: string, query: Query) =>
    list(of(tenant, 'deliveries'), query, (page: webhooks.DeliveriesPage) => page.deliveries),
  delivery: (tenant: string, id: string) => getFresh<webhooks.DeliveryDetail>(of(tenant, 'deliveries', id)),
};
