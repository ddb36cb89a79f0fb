import { type CanActivate, ForbiddenException, type Type } from '@nestjs/common';
import type { NestApplication } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

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

/** The handler of a request, for `Reflector`. */
export const handlerOf = ({ routeOptions }: FastifyRequest): Handler => routeOptions.config.handler ?? NO_HANDLER;

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
