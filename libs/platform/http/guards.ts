import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A check of the request pipeline: throws to refuse the request. Guards are Fastify hooks because Nest's guards run
 * after the body was read, and refused requests should not make the service read a body.
 */
export interface Guard {
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/** Path of the matched route. The same path can be sent in several spellings (`%72egistrar`, `http://…`). */
export const routePathOf = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

/** Runs the guards on every request, in this order. */
export function installGuards(fastify: FastifyInstance, guards: Guard[]): void {
  fastify.addHook('onRequest', async (request, reply) => {
    for (const guard of guards) {
      const checking = guard.check(request, reply);
      // Most guards decide at once; each await would cost a turn of the microtask queue.
      if (checking) await checking;
    }
  });
}
