import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * One check on the way of a request; it lets pass by returning and refuses by throwing. Guards run before the body
 * is read, so that nobody can make the service read what it will refuse anyway; that is why they are Fastify hooks
 * and not Nest's own, which come after it.
 */
export interface Guard {
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/** The address that the router chose: what was sent can spell the same one in many ways (`%72egistrar`, `http://…`). */
export const addressOf = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

/** Puts the guards on every request, in the order given. What a guard can say at once costs no promise. */
export function installGuards(fastify: FastifyInstance, guards: Guard[]): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    runFrom(0);
    function runFrom(start: number): void {
      try {
        for (let i = start; i < guards.length; i++) {
          const pending = guards[i]!.check(request, reply);
          if (pending) {
            pending.then(() => runFrom(i + 1), done);
            return;
          }
        }
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    }
  });
}

/** Fails the start when a route forgot to say what it needs. */
export function demandAccess(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', route => {
    const isOurs = route.url.startsWith('/api/') || route.url.startsWith('/portal/api/');
    if (!route.config?.access && isOurs)
      throw new Error(`${String(route.method)} ${route.url} says neither @Requires nor @ForPeople nor @OpenToAll`);
  });
}
