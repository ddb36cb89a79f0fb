import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiHeader } from '@nestjs/swagger';
import { describeGuards } from './openapi/refusals.js';

/** What a key must have to call a route. */
export interface Access {
  scope: 'sandbox' | 'live';
  permission: string;
}

/**
 * Says what a route needs; the guards read it and the OpenAPI document shows it. What the route returns is written as
 * JSON by `write`, if there is one.
 */
export const Requires = (access: Access, { write }: { write?: (data: never) => string } = {}) =>
  applyDecorators(
    RouteConfig({ access, write }),
    ApiBearerAuth('key'),
    ApiHeader({
      name: 'X-Tenant',
      required: true,
      description: 'Slug of the tenant that the API key belongs to.',
      example: 'demo',
    }),
    describeGuards(access),
  );

/** A route that anyone may call: it says so, for a route that says nothing keeps the service from starting. */
export const OpenToAll = () => RouteConfig({ access: 'open' });
