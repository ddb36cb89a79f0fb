import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RouteNotFound } from './error-filter.js';
import { INVALID_CHARACTERS } from './fields/field.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers 404 before any other check. Where only the method is wrong, `Allow` names the right ones. */
@Injectable()
export class RouteExistsGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.is404) throw routeNotFound(request);
    // IDs and slugs never contain these characters, and PostgreSQL rejects NUL.
    for (const value of Object.values(request.params as Record<string, string>))
      if (INVALID_CHARACTERS.test(value)) throw new RouteNotFound('The path contains control characters.');
    return true;
  }
}

function routeNotFound(request: FastifyRequest): RouteNotFound {
  const path = request.url.split('?', 1)[0] ?? '';
  const others = METHODS.filter(method => method !== request.method && hasRoute(request, method, path));
  if (others.length === 0) return new RouteNotFound();
  const allow = others.join(', ');
  return new RouteNotFound(`${request.method} is not supported at this path; use ${allow}.`, allow);
}

function hasRoute(request: FastifyRequest, method: string, url: string): boolean {
  return request.server.findRoute({ method: method as 'GET', url }) !== null;
}
