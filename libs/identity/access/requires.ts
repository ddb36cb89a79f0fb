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
import type { OperationName } from './operations.js';
import type { Permission } from './permissions.js';
import type { PersonAccess } from './person.js';

/** What an API key must have to call a route. */
export interface KeyAccess {
  permission: Permission;
}

/** Who can call a route. The guards of keys and of people read it. */
export const Access = Reflector.createDecorator<KeyAccess | PersonAccess | 'open'>();

interface RouteOptions {
  /** Serializes the result, where JSON.stringify is too slow. */
  write?: (data: never) => string;
  operation?: OperationName;
  /** Whether the route bounds its own concurrent reads. */
  limitsReads?: boolean;
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

/** Who can call a route, with a controller or without. */
export const accessOf = ({ handler, access }: FastifyContextConfig = {}): unknown =>
  access ?? (handler && Reflect.getMetadata(Access.KEY, handler));

/** Fails the start when a route does not declare who can call it. */
export function requireAccessOnRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const isOurs = url.startsWith('/api/') || url.startsWith('/portal/api/');
    if (isOurs && accessOf(config) === undefined)
      throw new Error(
        `${String(method)} ${url} lacks @Requires, @ForPeople, @ForTenant, @ForOperators, @ForVisitors or @OpenToAll`,
      );
  });
}
