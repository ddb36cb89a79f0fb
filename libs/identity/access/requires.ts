import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { GuardedRoute } from '#platform/http';
import { Refuses } from '#platform/http/openapi';
import {
  ApiKeyInvalid,
  ApiKeyRequired,
  ControlDisabled,
  ENVELOPE_ERRORS,
  PermissionDenied,
  RateLimited,
  ScopeDenied,
  TenantRequired,
} from './errors.js';
import type { Facade } from './facades.js';
import type { OperationName } from './operations.js';
import type { Permission } from './permissions.js';
import type { PersonAccess } from './person.js';

/** What an API key must have to call a route. */
export interface KeyAccess {
  permission: Permission;
  /** Additional permissions that the key must have, if the route has several operations. */
  alsoRequired?: readonly Permission[];
  /** The facade that the route belongs to. Its tenant is that of the key, so that `X-Tenant` is optional. */
  facade?: Facade;
}

export type RouteAccess = KeyAccess | PersonAccess | 'open';

/** Who can call a route. The guards of keys and of people read it. */
export const Access = Reflector.createDecorator<RouteAccess>();

interface RouteOptions {
  /** Serializes the result, where JSON.stringify is too slow. */
  write?: (data: never) => string;
  operation?: OperationName;
  /** Whether the handler limits concurrent reads itself, in place of `limitReads`. */
  limitsOwnReads?: boolean;
  /** Maximum size of the body in bytes, where the default does not suffice. */
  bodyLimit?: number;
  /** Maximum number of members and elements of the body, where the default does not suffice. */
  maxValues?: number;
}

/** A route that requires an API key with a permission. The guards enforce it and the OpenAPI document shows it. */
export const Requires = (permission: Permission, options: RouteOptions = {}) =>
  applyDecorators(
    Access({ permission }),
    GuardedRoute({ envelope: true, ...options }),
    ApiBearerAuth('key'),
    ApiExtension('x-permission', permission),
    ApiHeader({
      name: 'X-Tenant',
      required: true,
      description: 'Slug of the tenant that the API key belongs to.',
      example: 'demo',
    }),
    Refuses(ApiKeyRequired, ApiKeyInvalid, TenantRequired, ScopeDenied, PermissionDenied, RateLimited),
    Refuses(...ENVELOPE_ERRORS, ...(permission === 'sandbox.control' ? [ControlDisabled] : [])),
  );

/** A route that needs neither an API key nor a login. */
export const OpenToAll = () => applyDecorators(Access('open'), GuardedRoute());

/** Access that a route declares in its config, or else on its controller method. */
export const accessOf = ({ handler, access }: FastifyContextConfig = {}): RouteAccess | undefined =>
  access ?? (handler && (Reflect.getMetadata(Access.KEY, handler) as RouteAccess | undefined));

/** What a route requires of an API key; undefined for routes that accept no key. */
export function keyAccessOf(config?: FastifyContextConfig): KeyAccess | undefined {
  const access = accessOf(config);
  return typeof access === 'object' && 'permission' in access ? access : undefined;
}

/** Access of the routes that accept an API key, by method and path pattern, for explanations of the request log. */
const keyRoutes = new Map<string, KeyAccess>();

/** `keyAccessOf` for the method and route of an entry of the request log. */
export const keyAccessOfRoute = (method: string, route: string): KeyAccess | undefined =>
  keyRoutes.get(`${method} ${route}`);

/** Fails the startup if a route does not declare its access, and collects the routes that accept an API key. */
export function requireAccessOnRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const isApiRoute = /^\/(?:api|portal\/api|facades)\//.test(url);
    if (isApiRoute && accessOf(config) === undefined)
      throw new Error(
        `${String(method)} ${url} does not declare who can call it; use a decorator such as @Requires or @ForPeople`,
      );
    const access = keyAccessOf(config);
    if (access) keyRoutes.set(`${String(method)} ${url}`, access);
  });
}
