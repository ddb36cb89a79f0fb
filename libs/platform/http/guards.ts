import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable, type Type } from '@nestjs/common';
import type { NestApplication } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MalformedRequest, RouteNotFound } from './http-errors.js';
import { ValidationFailed } from './errors/validation-failed.js';
import { fieldsOf, type Model } from './fields/compiled-fields.js';
import { INVALID_CHARACTERS } from './fields/field.js';

// oxlint-disable-next-line no-unsafe-function-type -- Nest's own type of a handler
type Handler = Function;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The method that handles the route and its class, whose metadata guards read. */
    handler?: Handler;
    controller?: Type;
  }
}

/** Path of the matched route. The same path can be sent in several spellings (`%72egistrar`, `http://…`). */
export const routePathOf = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

/** `RouteConfig` of Nest for a route whose metadata the global guards read. */
export const GuardedRoute =
  (config: Omit<FastifyContextConfig, 'url' | 'method'> = {}): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as Handler;
    RouteConfig({ ...config, handler, controller: target.constructor })(target, name, descriptor);
  };

/** Stands for the handler of requests that no controller handles: pages, files, and unknown paths. */
class NoController {
  handle() {}
}
const NO_HANDLER: Handler = NoController.prototype.handle;

const handlerOf = ({ routeOptions }: FastifyRequest): Handler => routeOptions.config.handler ?? NO_HANDLER;

/**
 * Runs the global guards (`APP_GUARD`) before the body of a request is read. Nest would run them afterwards: anyone could
 * make the service read 64 KiB before being rejected, and invalid JSON would be reported before a missing key. They are
 * removed from Nest's list, so that they run once. Call it before `app.init()`.
 * @param onRefusal called before a refusal is answered
 */
export function runGuardsBeforeBody(
  app: NestFastifyApplication,
  onRefusal: (request: FastifyRequest) => void | Promise<void>,
): void {
  const guards: CanActivate[] = (app as unknown as NestApplication)['config'].getGlobalGuards().splice(0);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request, reply) => {
    const { controller = NoController } = request.routeOptions.config;
    const context = new ExecutionContextHost([request, reply], controller, handlerOf(request));
    try {
      for (const guard of guards) {
        const result = guard.canActivate(context);
        // Most guards decide at once; each await would cost a turn of the microtask queue.
        if (result !== true && (await result) !== true) throw new ForbiddenException();
      }
    } catch (refusal) {
      await onRefusal(request);
      throw refusal;
    }
  });
}

/** Every HTTP/1.1 request names exactly one host (RFC 9112, section 3.2); an HTTP/1.0 request may name none. */
@Injectable()
export class HostHeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    // `headers.host` hides duplicates; `rawHeaders` has the names at even indexes.
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0')) return true;
    throw new MalformedRequest('An HTTP/1.1 request needs exactly one Host header.');
  }
}

const MAX_REPORTED = 10;
const MAX_NAME_LENGTH = 100;

/** Refuses query parameters that a route does not declare with `@ValidQuery`, because a misspelled filter would be ignored. */
export class KnownParameters implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const sent = Object.keys(query as object);
    if (sent.length === 0) return true;
    const known = parametersOf(context);
    const unknown = sent.filter(name => !known.includes(name));
    if (unknown.length > 0)
      throw new ValidationFailed(unknown.slice(0, MAX_REPORTED).map(name => problem(name, known)));
    return true;
  }
}

const problem = (name: string, known: string[]) => ({
  field: name.slice(0, MAX_NAME_LENGTH) || '""',
  message:
    known.length === 0
      ? 'is unknown; this request has no query parameters'
      : `is unknown; known parameters are ${known.join(', ')}`,
});

function parametersOf(context: ExecutionContext): string[] {
  const [controller, { name }] = [context.getClass(), context.getHandler()];
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, unknown>;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Model[];
  return Object.keys(parameters).flatMap(key => {
    const [kind, index] = key.split(':').map(Number);
    return kind === RouteParamtypes.QUERY ? fieldsOf(types[index!]!).map(field => field.name) : [];
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns 404 before the caller is authenticated. If the path supports other methods, `Allow` lists them. */
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
