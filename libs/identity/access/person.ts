import { applyDecorators, createParamDecorator, type ExecutionContext, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#platform/security/audit';
import { ValidationFailed } from '#platform/model';
import { GuardedRoute, KnownParameters, NotAcceptable } from '#platform/http';
import { Refuses } from '#platform/http/openapi';
import type { ClockSetting } from './clock-setting.js';
import type { RegistrySettings } from './registry-settings.js';
import {
  ControlDisabled,
  ENVELOPE_ERRORS,
  ForeignOrigin,
  LoginRequired,
  OperatorsOnly,
  RateLimited,
  SessionRequired,
  TenantNotFound,
  TokenInvalid,
  TokenLimited,
} from './errors.js';
import { Access } from './requires.js';

export type Role = 'operator' | 'developer';

/** The person who is logged in to the portal, or whose access token a request sends. */
export interface Person extends Actor {
  id: string;
  role: Role;
  /** The tenants that the request may see; undefined if it may see all. */
  tenantIds: readonly string[] | undefined;
  /** Whether lists mask the names and email addresses of domain owners. */
  ownersMasked: boolean;
}

/** A person who has logged in to the portal, on a route that refuses access tokens. */
export interface LoggedInPerson extends Person {
  email: string;
  sessionId: string;
}

/** Whether a person can see a tenant or, for a temporary tenant, the one that it belongs to. */
export const canSee = ({ tenantIds }: Pick<Person, 'tenantIds'>, tenant: { id: string; parentId?: string | null }) =>
  tenantIds === undefined || tenantIds.includes(tenant.parentId ?? tenant.id);

/** The tenant of a request: that of its API key, or that in the path of a portal route, which the person may see. */
export interface PathTenant {
  id: string;
  slug: string;
  currency: string;
  clock: ClockSetting;
  registry: Readonly<RegistrySettings>;
  /** The tenant that a temporary tenant belongs to; null for a permanent tenant. */
  parentId: string | null;
  /** Whether an operator has switched off test control. */
  controlDisabled: boolean;
}

/** ID of the permanent tenant that a tenant belongs to: its own ID, or its parent's. */
export const permanentTenantIdOf = ({ id, parentId }: Pick<PathTenant, 'id' | 'parentId'>): string => parentId ?? id;

/** Who can call a portal route: everyone, everyone who is logged in, or operators. */
export interface PersonAccess {
  person: 'none' | 'any' | 'operator';
  /** Whether the route requires that test control is enabled for the tenant. */
  needsControl?: boolean;
  /** Whether the route refuses access tokens. */
  sessionOnly?: boolean;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

interface RouteOptions {
  /** Maximum size of the body in bytes, where the default does not suffice. */
  bodyLimit?: number;
  /** Whether the route sends a file: its results are not wrapped, and the client can accept any type. */
  sendsFile?: boolean;
}

/** Whether a route of people refuses access tokens. Such routes concern logins, which a leaked token must not change. */
interface SessionOnly {
  sessionOnly?: boolean;
}

const portalRoute = (access: PersonAccess, { sendsFile = false, ...options }: RouteOptions = {}) =>
  applyDecorators(
    Access(access),
    GuardedRoute({ envelope: !sendsFile, ...options }),
    UseGuards(KnownParameters),
    Refuses(ForeignOrigin, ValidationFailed, ...ENVELOPE_ERRORS.filter(error => !sendsFile || error !== NotAcceptable)),
  );

/** A portal route that requires a session or an access token. */
const authenticatedRoute = (access: PersonAccess, options: RouteOptions = {}) =>
  applyDecorators(
    portalRoute(access, options),
    ApiCookieAuth('session'),
    Refuses(LoginRequired),
    ...(access.sessionOnly ? [Refuses(SessionRequired)] : [ApiBearerAuth('token'), Refuses(TokenInvalid, RateLimited)]),
  );

/**
 * A portal route for people who are logged in. When its path contains `:tenant`, developers can call it for their own
 * tenants only; for other tenants they get the 404 of a tenant that does not exist.
 */
export const ForPeople = ({ sessionOnly = false, ...options }: RouteOptions & SessionOnly = {}) =>
  authenticatedRoute({ person: 'any', sessionOnly }, options);

/**
 * A portal route for operators. Without `:tenant` in its path it concerns the whole installation, and refuses tokens that
 * are limited to tenants.
 */
export const ForOperators = ({ sessionOnly = false }: SessionOnly = {}) =>
  applyDecorators(
    authenticatedRoute({ person: 'operator', sessionOnly }),
    Refuses(OperatorsOnly, ...(sessionOnly ? [] : [TokenLimited])),
  );

/** A portal route that needs no login. */
export const ForVisitors = () => portalRoute({ person: 'none' });

/** Documents the tenant in the path of a portal route, and that it may not be found. Checks nothing. */
export const ApiPathTenant = () =>
  applyDecorators(
    ApiParam({ name: 'tenant', description: 'Slug of the tenant.', example: 'demo' }),
    Refuses(TenantNotFound),
  );

/** A portal route that controls the sandbox of a tenant. */
export const ForControl = () =>
  applyDecorators(authenticatedRoute({ person: 'any', needsControl: true }), Refuses(ControlDisabled), ApiPathTenant());

/** A portal route of a tenant, for people who can see it. */
export const ForTenant = (options?: RouteOptions) => applyDecorators(ForPeople(options), ApiPathTenant());

/** Injects the person of a portal route that requires a login. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person, url } = requestOf(context);
  if (!person) throw new Error(`${url} has no person; its route lacks @ForPeople`);
  return person;
});

/** Injects the tenant of a route with `:tenant` in its path. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): PathTenant => {
  const { pathTenant, url } = requestOf(context);
  if (!pathTenant) throw new Error(`${url} has no tenant; its path lacks :tenant`);
  return pathTenant;
});

/**
 * For parts of a route that only operators can use.
 * @throws OperatorsOnly
 */
export function requireOperator({ role }: { role: Role }): void {
  if (role !== 'operator') throw new OperatorsOnly();
}
