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
}

const root = createRootRoute({ notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  component: Login,
  validateSearch: optionalStrings(['back', 'step']),
});

/** Pages of one-time links. Separate paths show the purpose of a link in its URL. */
const links = (['invitation', 'reset-password'] as const).map(path =>
  page(root, path, () => import('./pages/set-password')),
);

/** Pages to which the OpenID Connect callback redirects. */
const callbacks = [
  page(root, 'logged-in', () => import('./pages/openid/logged-in'), { search: ['back'] }),
  page(root, 'login-failed', () => import('./pages/openid/login-failed'), { search: ['reason'] }),
] as const;

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
  page(tenant, '/', () => import('./pages/overview/overview'), {
    title: 'Overview',
    icon: icons.LayoutDashboard,
    search: ['range'],
  }),
  page(tenant, 'keys', () => import('./pages/keys/keys'), {
    title: 'Keys',
    icon: icons.KeyRound,
    search: ['new', 'show'],
  }),
  page(tenant, 'keys/$key', () => import('./pages/keys/key')),
  page(tenant, 'try', () => import('./pages/try-it/try-it'), {
    title: 'Try it',
    icon: icons.SquareTerminal,
    search: ['key', 'call', 'request'],
  }),
  page(tenant, 'requests', () => import('./pages/requests/requests'), {
    title: 'Requests',
    icon: icons.Activity,
    search: ['find', 'key', 'world', 'endpoint', 'status', 'code', 'range', 'from', 'to', 'live', 'open'],
  }),
  page(tenant, 'requests/unauthenticated', () => import('./pages/requests/unauthenticated'), {
    title: 'Requests',
    search: ['reason', 'tenants', 'open'],
  }),
  page(tenant, 'usage', () => import('./pages/usage/usage'), {
    title: 'Usage',
    icon: icons.ChartColumn,
    search: ['range', 'from', 'to', 'key', 'by', 'tables', 'endpoint'],
  }),
  page(tenant, 'day', () => import('./pages/usage/day'), { title: 'Day', search: ['date', 'tables'] }),
  page(tenant, 'webhooks', () => import('./pages/webhooks/receivers'), {
    title: 'Webhooks',
    icon: icons.Webhook,
    search: ['new'],
  }),
  page(tenant, 'webhooks/receivers/$receiver', () => import('./pages/webhooks/receiver'), {
    search: ['open', 'state'],
  }),
  page(tenant, 'webhooks/deliveries', () => import('./pages/webhooks/deliveries'), {
    title: 'Webhooks',
    search: ['open', 'state', 'receiver', 'event'],
  }),
  page(tenant, 'webhooks/events/$event', () => import('./pages/webhooks/event')),
  page(tenant, 'storefront', () => import('./pages/storefront/storefront'), {
    title: 'Storefront',
    icon: icons.Store,
    search: ['new'],
  }),
  page(tenant, 'orders', () => import('./pages/sandbox/orders'), {
    title: 'Orders',
    icon: icons.ReceiptText,
    search: ['status', 'kind', 'domain_status', 'owner', 'find'],
  }),
  page(tenant, 'orders/$order', () => import('./pages/sandbox/order')),
  page(tenant, 'live-orders', () => import('./pages/live-orders/live-orders'), {
    title: 'Live orders',
    icon: icons.BadgeDollarSign,
    search: ['state', 'open'],
  }),
  page(tenant, 'domains', () => import('./pages/sandbox/domains'), {
    title: 'Domains',
    icon: icons.Globe,
    search: ['domain'],
  }),
  page(tenant, 'domains/$domain', () => import('./pages/sandbox/domain')),
  page(tenant, 'find/$text', () => import('./pages/find')),
  page(tenant, 'worlds', () => import('./pages/worlds/worlds'), {
    title: 'Worlds',
    icon: icons.Boxes,
    search: ['new'],
  }),
  page(tenant, 'worlds/$world', () => import('./pages/worlds/story')),
  page(tenant, 'faults', () => import('./pages/faults/faults'), {
    title: 'Faults',
    icon: icons.Zap,
    search: ['new', 'operation', 'domain', 'code', 'rule'],
  }),
  page(tenant, 'clock', () => import('./pages/clock/clock'), { title: 'Clock', icon: icons.Clock }),
  page(tenant, 'registry', () => import('./pages/registry/registry'), {
    title: 'Registry',
    icon: icons.Landmark,
  }),
  page(tenant, 'scenarios', () => import('./pages/scenarios/scenarios'), {
    title: 'Scenarios',
    icon: icons.ListChecks,
    search: ['find', 'operation', 'code', 'open'],
  }),
  page(tenant, 'explorations', () => import('./pages/explorations/explorations'), {
    title: 'Explore',
    icon: icons.Bug,
  }),
  page(tenant, 'explorations/$exploration', () => import('./pages/explorations/exploration')),
]);

const routeTree = root.addChildren([
  login,
  ...callbacks,
  ...links,
  session.addChildren([
    home,
    tenantPages,
    page(session, 'tenants', () => import('./pages/operators/tenants'), {
      title: 'Tenants',
      icon: icons.Building2,
      operatorsOnly: true,
    }),
    page(session, 'people', () => import('./pages/operators/people'), {
      title: 'People',
      icon: icons.Users,
      operatorsOnly: true,
    }),
    page(session, 'kill-switch', () => import('./pages/operators/kill-switch'), {
      title: 'Kill switch',
      icon: icons.Power,
    }),
    page(session, 'live-registrar', () => import('./pages/operators/live-registrar'), {
      title: 'Live registrar',
      icon: icons.PlugZap,
      operatorsOnly: true,
      search: ['state', 'open'],
    }),
    page(session, 'audit', () => import('./pages/operators/audit'), {
      title: 'Audit log',
      icon: icons.ScrollText,
      operatorsOnly: true,
      search: ['tenant', 'action', 'actor', 'find', 'range', 'from', 'to'],
    }),
    page(session, 'account', () => import('./pages/account'), { title: 'Account' }),
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
    const parameters = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(parameters as [string, string][]).toString();
    return text && `?${text}`;
  },
});

// Loads the scripts of a page while the server checks the session.
router.subscribe('onBeforeLoad', ({ toLocation }) => {
  if (!mayHaveSession()) return;
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(toLocation))
    router.loadRouteChunk(routes[routeId]!)?.catch(() => undefined); // the route loads it again and reports errors
});

/** A page whose script is loaded when the page is first opened. */
function page<Parent extends AnyRoute, const Path extends string, const Param extends string = never>(
  parent: Parent,
  path: Path,
  load: () => Promise<{ default: RouteComponent }>,
  { search = [], ...info }: PageOptions<Param> = {},
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
