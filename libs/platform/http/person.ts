import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCookieAuth, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/audit.js';
import { Forbidden } from '../errors/refusal.js';
import { ApiRefusal, describeLogin, describeVisit } from './openapi/refusals.js';

export type Role = 'operator' | 'developer';

/** Whoever is logged in at the portal. */
export interface Person extends Actor {
  id: string;
  role: Role;
  /** The tenants of a developer; an operator sees all. */
  tenantIds: string[];
  /** The session that the request came with. */
  sessionId: string;
}

/** The tenant that a portal route names in its path, which its caller may see. */
export interface PathTenant {
  id: string;
  slug: string;
  currency: string;
}

/** Who may call a portal route: whoever comes to log in, everyone who is logged in, or operators alone. */
export interface PersonAccess {
  person: 'none' | 'any' | 'operator';
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/**
 * A route of the portal's back end. Where its path has a `:tenant`, a developer passes for their own alone; another
 * tenant looks to them like one that is not there.
 */
export const ForPeople = (access: PersonAccess = { person: 'any' }) =>
  applyDecorators(RouteConfig({ access }), ApiCookieAuth('session'), describeLogin(access));

/** The route by which people log in. */
export const ForVisitors = () =>
  applyDecorators(RouteConfig({ access: { person: 'none' } satisfies PersonAccess }), describeVisit());

export const ForOperators = () => ForPeople({ person: 'operator' });

/** Documents `:tenant` in a path. */
export const InTenant = () =>
  applyDecorators(
    ApiParam({ name: 'tenant', description: 'Slug of the tenant.', example: 'demo' }),
    ApiRefusal(404, { TENANT_NOT_FOUND: 'The tenant does not exist, or the person cannot see it.' }),
  );

export const ThePerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person, url } = requestOf(context);
  if (!person) throw new Error(`${url} has no person: its route says no @ForPeople`);
  return person;
});

export const TheTenant = createParamDecorator((_: unknown, context: ExecutionContext): PathTenant => {
  const { pathTenant, url } = requestOf(context);
  if (!pathTenant) throw new Error(`${url} has no tenant: its path names none`);
  return pathTenant;
});

/**
 * For the part of a route that is for operators alone.
 * @throws OperatorsOnly
 */
export function demandOperator({ role }: { role: Role }): void {
  if (role !== 'operator') throw new OperatorsOnly();
}

class OperatorsOnly extends Forbidden {
  constructor() {
    super('OPERATORS_ONLY', 'Only operators may do this.');
  }
}
