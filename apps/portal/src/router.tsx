import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AnyRoute, RouteComponent, SearchSchemaInput } from '@tanstack/react-router';
import * as icons from 'lucide-react';
import { ApiError } from './api/client';
import { queries, queryClient } from './api/queries';
import { Login } from './pages/login';
import { NotFound, PageError } from './shell/error-pages';
import { loadShell } from './shell/load-shell';
import { mayHaveSession } from './shell/session';

/** Title of a page, its icon in the navigation, and its access. */
interface PageInfo {
  title?: string;
  /** Pages with an icon are in the navigation, in the order of the route tree. */
  icon?: icons.LucideIcon;
  operatorsOnly?: boolean;
}

interface PageOptions<Param extends string> extends PageInfo {
  /** Names of the query parameters; all are optional strings. */
  search?: readonly Param[];
  load: () => Promise<{ default: RouteComponent }>;
}

const root = createRootRoute({ notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  component: Login,
  validateSearch: optionalStrings(['back', 'step']),
});

/** Pages of one-time links. They have separate paths so that the address says what the link is for. */
const links = (['invitation', 'reset-password'] as const).map(path =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('./pages/set-password')),
  }),
);

/** Pages to which the OpenID Connect callback redirects. */
const loggedIn = createRoute({
  getParentRoute: () => root,
  path: 'logged-in',
  component: lazyRouteComponent(() => import('./pages/openid/logged-in')),
  validateSearch: optionalStrings(['back']),
});

const loginFailed = createRoute({
  getParentRoute: () => root,
  path: 'login-failed',
  component: lazyRouteComponent(() => import('./pages/openid/login-failed')),
  validateSearch: optionalStrings(['reason']),
});

/** Parent of all pages that need a login. */
const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  component: lazyRouteComponent(loadShell, 'Shell'),
  beforeLoad: async ({ location }) => {
    try {
      if (mayHaveSession()) return void (await queryClient.ensureQueryData(queries.session()));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    const back = location.pathname + location.searchStr;
    throw redirect({ to: '/login', search: back.length > 1 ? { back } : {} });
  },
});

const home = createRoute({
  getParentRoute: () => session,
  path: '/',
  component: lazyRouteComponent(loadShell, 'Home'),
});

const tenant = createRoute({
  getParentRoute: () => session,
  path: 't/$tenant',
  component: lazyRouteComponent(loadShell, 'TenantFrame'),
});

const notFound = createRoute({ getParentRoute: () => session, path: '$', component: NotFound });

/** Pages of one tenant, at `/t/<slug>/<path>`. To add a page, add a line here and a file in `pages/`. */
const tenantPages = tenant.addChildren([
  page(tenant, '/', {
    title: 'Overview',
    icon: icons.LayoutDashboard,
    search: ['range'],
    load: () => import('./pages/overview/overview'),
  }),
  page(tenant, 'keys', {
    title: 'Keys',
    icon: icons.KeyRound,
    search: ['new', 'show'],
    load: () => import('./pages/keys/keys'),
  }),
  page(tenant, 'keys/$key', { load: () => import('./pages/keys/key') }),
  page(tenant, 'try', {
    title: 'Try it',
    icon: icons.SquareTerminal,
    search: ['key', 'call', 'request'],
    load: () => import('./pages/try-it/try-it'),
  }),
  page(tenant, 'requests', {
    title: 'Requests',
    icon: icons.Activity,
    search: ['find', 'key', 'world', 'endpoint', 'status', 'code', 'range', 'from', 'to', 'live', 'open'],
    load: () => import('./pages/requests/requests'),
  }),
  page(tenant, 'requests/unauthenticated', {
    title: 'Requests',
    search: ['reason', 'of', 'open'],
    load: () => import('./pages/requests/unauthenticated'),
  }),
  page(tenant, 'usage', {
    title: 'Usage',
    icon: icons.ChartColumn,
    search: ['range', 'from', 'to', 'key', 'by', 'tables', 'endpoint'],
    load: () => import('./pages/usage/usage'),
  }),
  page(tenant, 'day', { title: 'Day', search: ['date', 'tables'], load: () => import('./pages/usage/day') }),
  page(tenant, 'webhooks', {
    title: 'Webhooks',
    icon: icons.Webhook,
    search: ['new'],
    load: () => import('./pages/webhooks/receivers'),
  }),
  page(tenant, 'webhooks/receivers/$receiver', {
    search: ['open', 'state'],
    load: () => import('./pages/webhooks/receiver'),
  }),
  page(tenant, 'webhooks/deliveries', {
    title: 'Webhooks',
    search: ['open', 'state', 'receiver', 'event'],
    load: () => import('./pages/webhooks/deliveries'),
  }),
  page(tenant, 'webhooks/events/$event', { load: () => import('./pages/webhooks/event') }),
  page(tenant, 'storefront', {
    title: 'Storefront',
    icon: icons.Store,
    search: ['new'],
    load: () => import('./pages/storefront/storefront'),
  }),
  page(tenant, 'orders', {
    title: 'Orders',
    icon: icons.ReceiptText,
    search: ['status', 'kind', 'domain_status', 'owner', 'find'],
    load: () => import('./pages/sandbox/orders'),
  }),
  page(tenant, 'orders/$order', { load: () => import('./pages/sandbox/order') }),
  page(tenant, 'live-orders', {
    title: 'Live orders',
    icon: icons.BadgeDollarSign,
    search: ['state', 'open'],
    load: () => import('./pages/live-orders/live-orders'),
  }),
  page(tenant, 'domains', {
    title: 'Domains',
    icon: icons.Globe,
    search: ['domain'],
    load: () => import('./pages/sandbox/domains'),
  }),
  page(tenant, 'domains/$domain', { load: () => import('./pages/sandbox/domain') }),
  page(tenant, 'find/$text', { load: () => import('./pages/find') }),
  page(tenant, 'worlds', {
    title: 'Worlds',
    icon: icons.Boxes,
    search: ['new'],
    load: () => import('./pages/worlds/worlds'),
  }),
  page(tenant, 'worlds/$world', { load: () => import('./pages/worlds/story') }),
  page(tenant, 'faults', {
    title: 'Faults',
    icon: icons.Zap,
    search: ['new', 'operation', 'domain', 'code', 'rule'],
    load: () => import('./pages/faults/faults'),
  }),
  page(tenant, 'clock', { title: 'Clock', icon: icons.Clock, load: () => import('./pages/clock/clock') }),
  page(tenant, 'registry', {
    title: 'Registry',
    icon: icons.Landmark,
    load: () => import('./pages/registry/registry'),
  }),
  page(tenant, 'scenarios', {
    title: 'Scenarios',
    icon: icons.ListChecks,
    search: ['find', 'operation', 'code', 'open'],
    load: () => import('./pages/scenarios/scenarios'),
  }),
  page(tenant, 'explorations', {
    title: 'Explore',
    icon: icons.Bug,
    load: () => import('./pages/explorations/explorations'),
  }),
  page(tenant, 'explorations/$exploration', { load: () => import('./pages/explorations/exploration') }),
]);

const routeTree = root.addChildren([
  login,
  loggedIn,
  loginFailed,
  ...links,
  session.addChildren([
    home,
    tenantPages,
    page(session, 'tenants', {
      title: 'Tenants',
      icon: icons.Building2,
      operatorsOnly: true,
      load: () => import('./pages/operators/tenants'),
    }),
    page(session, 'people', {
      title: 'People',
      icon: icons.Users,
      operatorsOnly: true,
      load: () => import('./pages/operators/people'),
    }),
    page(session, 'kill-switch', {
      title: 'Kill switch',
      icon: icons.Power,
      load: () => import('./pages/operators/kill-switch'),
    }),
    page(session, 'live-registrar', {
      title: 'Live registrar',
      icon: icons.PlugZap,
      operatorsOnly: true,
      search: ['state', 'open'],
      load: () => import('./pages/operators/live-registrar'),
    }),
    page(session, 'audit', {
      title: 'Audit log',
      icon: icons.ScrollText,
      operatorsOnly: true,
      search: ['tenant', 'action', 'actor', 'find', 'range', 'from', 'to'],
      load: () => import('./pages/operators/audit'),
    }),
    page(session, 'account', { title: 'Account', load: () => import('./pages/account') }),
    notFound,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/portal',
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  // Readable query strings (`?status=4xx`) instead of JSON values.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given as [string, string][]).toString();
    return text && `?${text}`;
  },
});

// Scripts load while the server checks the session, and not after it.
router.subscribe('onBeforeLoad', ({ toLocation }) => {
  if (!mayHaveSession()) return;
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(toLocation))
    router.loadRouteChunk(routes[routeId]!)?.catch(() => undefined); // the route loads it again and reports errors
});

/** A page that is loaded when it is first opened. */
function page<Parent extends AnyRoute, const Path extends string, const Param extends string = never>(
  parent: Parent,
  path: Path,
  { search = [], load, ...info }: PageOptions<Param>,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: optionalStrings(search),
    component: lazyRouteComponent(load),
    staticData: info,
  });
}

/** Keeps the named query parameters that are not empty. */
function optionalStrings<const Param extends string>(names: readonly Param[]) {
  return (search: Record<string, unknown> & SearchSchemaInput): { [Name in Param]?: string } =>
    Object.fromEntries(
      names.flatMap(name => (typeof search[name] === 'string' && search[name] ? [[name, search[name]]] : [])),
    ) as { [Name in Param]?: string };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption extends PageInfo {}
}
