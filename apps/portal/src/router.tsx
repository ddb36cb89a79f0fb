import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { ApiError } from './api/client';
import { q, queryClient } from './api/queries';
import { Login } from './pages/login';
import { Shell } from './shell/shell';
import { NotFound, PageFailure } from './shell/lost';
import { Home } from './shell/home';
import { mayHaveSession } from './shell/session';
import { TenantFrame } from './shell/tenant-frame';

/** What an address may hold beside its path: plain words, each of which may be left out. */
const words =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown> & SearchSchemaInput): { [Name in Names[number]]?: string } =>
    Object.fromEntries(
      names.flatMap(name => (typeof search[name] === 'string' && search[name] ? [[name, search[name]]] : [])),
    ) as never;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  component: Login,
  validateSearch: words('back'),
});

const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      if (mayHaveSession()) return void (await queryClient.ensureQueryData(q.session()));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    const back = location.pathname + location.searchStr;
    throw redirect({ to: '/login', search: back.length > 1 ? { back } : {} });
  },
});

const home = createRoute({ getParentRoute: () => session, path: '/', component: Home });

const tenant = createRoute({ getParentRoute: () => session, path: 't/$tenant', component: TenantFrame });

const overview = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  validateSearch: words('range'),
  component: lazyRouteComponent(() => import('./pages/overview/overview'), 'Overview'),
});

const keys = createRoute({
  getParentRoute: () => tenant,
  path: 'keys',
  validateSearch: words('new', 'show'),
  component: lazyRouteComponent(() => import('./pages/keys/keys'), 'Keys'),
});

const key = createRoute({
  getParentRoute: () => tenant,
  path: 'keys/$key',
  component: lazyRouteComponent(() => import('./pages/keys/key'), 'KeyPage'),
});

const usage = createRoute({
  getParentRoute: () => tenant,
  path: 'usage',
  validateSearch: words('range', 'from', 'to', 'by', 'tables', 'endpoint'),
  component: lazyRouteComponent(() => import('./pages/usage/usage'), 'Usage'),
});

const requests = createRoute({
  getParentRoute: () => tenant,
  path: 'requests',
  validateSearch: words('find', 'key', 'endpoint', 'status', 'code', 'range', 'from', 'to', 'live', 'open'),
  component: lazyRouteComponent(() => import('./pages/requests/requests'), 'Requests'),
});

const webhooks = createRoute({
  getParentRoute: () => tenant,
  path: 'webhooks',
  validateSearch: words('new'),
  component: lazyRouteComponent(() => import('./pages/webhooks/receivers'), 'Receivers'),
});

const receiver = createRoute({
  getParentRoute: () => tenant,
  path: 'webhooks/receivers/$receiver',
  validateSearch: words('open', 'state'),
  component: lazyRouteComponent(() => import('./pages/webhooks/receiver'), 'Receiver'),
});

const deliveries = createRoute({
  getParentRoute: () => tenant,
  path: 'webhooks/deliveries',
  validateSearch: words('open', 'state', 'receiver'),
  component: lazyRouteComponent(() => import('./pages/webhooks/deliveries'), 'Deliveries'),
});

const orders = createRoute({
  getParentRoute: () => tenant,
  path: 'orders',
  validateSearch: words('status', 'domain'),
  component: lazyRouteComponent(() => import('./pages/world/orders'), 'Orders'),
});

const domains = createRoute({
  getParentRoute: () => tenant,
  path: 'domains',
  validateSearch: words('domain'),
  component: lazyRouteComponent(() => import('./pages/world/domains'), 'Domains'),
});

const tryIt = createRoute({
  getParentRoute: () => tenant,
  path: 'try',
  validateSearch: words('key', 'call'),
  component: lazyRouteComponent(() => import('./pages/try-it/try-it'), 'TryIt'),
});

const tenants = createRoute({
  getParentRoute: () => session,
  path: 'tenants',
  component: lazyRouteComponent(() => import('./pages/operators/tenants'), 'Tenants'),
});

const people = createRoute({
  getParentRoute: () => session,
  path: 'people',
  component: lazyRouteComponent(() => import('./pages/operators/people'), 'People'),
});

const killSwitch = createRoute({
  getParentRoute: () => session,
  path: 'kill-switch',
  component: lazyRouteComponent(() => import('./pages/operators/kill-switch'), 'KillSwitch'),
});

const audit = createRoute({
  getParentRoute: () => session,
  path: 'audit',
  validateSearch: words('tenant', 'action'),
  component: lazyRouteComponent(() => import('./pages/operators/audit'), 'Audit'),
});

const account = createRoute({
  getParentRoute: () => session,
  path: 'account',
  component: lazyRouteComponent(() => import('./pages/account'), 'Account'),
});

const nowhere = createRoute({ getParentRoute: () => session, path: '$', component: NotFound });

const inTenant = [
  overview,
  keys,
  key,
  usage,
  requests,
  webhooks,
  receiver,
  deliveries,
  orders,
  domains,
  tryIt,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    session.addChildren([home, tenant.addChildren(inTenant), tenants, people, killSwitch, audit, account, nowhere]),
  ]),
  basepath: '/portal',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  // Addresses that people can read and write: ?status=4xx, and no JSON in them.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given as [string, string][]).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
