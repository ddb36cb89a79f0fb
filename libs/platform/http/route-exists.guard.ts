import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoSuchRoute } from './answer.js';
import type { Guard } from './guards.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 404 before anything else is looked at; where only the method is wrong it says which one is right. */
@Injectable()
export class RouteExists implements Guard {
  check(request: FastifyRequest): void {
    if (!request.is404) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const others = METHODS.filter(method => method !== request.method && hasRoute(request, method, path));
    if (others.length === 0) throw new NoSuchRoute();
    const allow = others.join(', ');
    throw new NoSuchRoute(`${request.method} is not answered at this address, ${allow} is.`, allow);
  }
}

function hasRoute(request: FastifyRequest, method: string, url: string): boolean {
  return request.server.findRoute({ method: method as 'GET', url }) !== null;
}
