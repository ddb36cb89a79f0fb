import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Refuses } from '#platform/openapi';
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

/** What an API key must have to call a route. */
export interface KeyAccess {
  permission: Permission;
}

interface RouteOptions {
  /** Serializes the result, where JSON.stringify is too slow. */
  write?: (data: never) => string;
  operation?: OperationName;
  /** Maximum size of the body in bytes, where the default does not suffice. */
  bodyLimit?: number;
  /** Maximum number of members and elements of the body, where the default does not suffice. */
  maxValues?: number;
}

/** A route that requires an API key with a permission. The guards enforce it and the OpenAPI document shows it. */
export const Requires = (permission: Permission, options: RouteOptions = {}) =>
  applyDecorators(
    RouteConfig({ access: { permission }, envelope: true, ...options }),
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
export const OpenToAll = () => RouteConfig({ access: 'open' });

/** Fails the start when a route does not declare who can call it. */
export function requireAccessOnRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const isOurs = url.startsWith('/api/') || url.startsWith('/portal/api/');
    if (isOurs && !config?.access)
      throw new Error(
        `${String(method)} ${url} lacks @Requires, @ForPeople, @ForTenant, @ForOperators, @ForVisitors or @OpenToAll`,
      );
  });
}
