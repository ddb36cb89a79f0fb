import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCookieAuth, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#platform/audit';
import { Refuses } from '#platform/openapi';
import type { ClockSetting } from './clock-setting.js';
import {
  ControlDisabled,
  ENVELOPE_ERRORS,
  ForeignOrigin,
  LoginRequired,
  OperatorsOnly,
  TenantNotFound,
} from './errors.js';

export type Role = 'operator' | 'developer';

/** The person who is logged in to the portal. */
export interface Person extends Actor {
  id: string;
  role: Role;
  /** The tenants of a developer. Operators see all tenants. */
  tenantIds: string[];
  /** The session of the request. */
  sessionId: string;
}

/** The tenant of a request: of its API key, or in the path of a portal route that the person may see. */
export interface PathTenant {
  id: string;
  slug: string;
  currency: string;
  clock: ClockSetting;
  /** The tenant that a temporary tenant belongs to; null for others. */
  parentId: string | null;
  /** Whether an operator has switched off test control. */
  controlDisabled: boolean;
}

/** ID of the permanent tenant that a tenant belongs to: its own, or that of its parent. */
export const accountIdOf = ({ id, parentId }: Pick<PathTenant, 'id' | 'parentId'>): string => parentId ?? id;

/** Who can call a portal route: everyone, everyone who is logged in, or operators. */
export interface PersonAccess {
  person: 'none' | 'any' | 'operator';
  /** Whether the route needs a tenant whose sandbox can be controlled. */
  needsControl?: boolean;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** Options of a portal route. */
interface RouteOptions {
  /** Maximum size of the body in bytes, where the default does not suffice. */
  bodyLimit?: number;
}

const portalRoute = (access: PersonAccess, options: RouteOptions = {}) =>
  applyDecorators(RouteConfig({ access, envelope: true, ...options }), Refuses(ForeignOrigin, ...ENVELOPE_ERRORS));

/**
 * A portal route for people who are logged in. When its path contains `:tenant`, developers can call it for their own
 * tenants only; for other tenants they get the 404 of a tenant that does not exist.
 */
export const ForPeople = (options?: RouteOptions) =>
  applyDecorators(portalRoute({ person: 'any' }, options), ApiCookieAuth('session'), Refuses(LoginRequired));

/** A portal route for operators. */
export const ForOperators = () =>
  applyDecorators(portalRoute({ person: 'operator' }), ApiCookieAuth('session'), Refuses(LoginRequired, OperatorsOnly));

/** A portal route that needs no login. */
export const ForVisitors = () => portalRoute({ person: 'none' });

/** Documents the tenant in the path of a portal route. */
export const InTenant = () =>
  applyDecorators(
    ApiParam({ name: 'tenant', description: 'Slug of the tenant.', example: 'demo' }),
    Refuses(TenantNotFound),
  );

/** A portal route of a tenant that controls its sandbox. */
export const ForControl = () =>
  applyDecorators(
    portalRoute({ person: 'any', needsControl: true }),
    ApiCookieAuth('session'),
    Refuses(LoginRequired, ControlDisabled),
    InTenant(),
  );

/** A portal route of a tenant, for people who can see it. */
export const ForTenant = (options?: RouteOptions) => applyDecorators(ForPeople(options), InTenant());

/** Injects the person of a route with `@ForPeople` or `@ForOperators`. */
export const ThePerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person, url } = requestOf(context);
  if (!person) throw new Error(`${url} has no person; its route lacks @ForPeople`);
  return person;
});

/** Injects the tenant of a route with `:tenant` in its path. */
export const TheTenant = createParamDecorator((_: unknown, context: ExecutionContext): PathTenant => {
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
