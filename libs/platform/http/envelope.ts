import type { FastifyInstance } from 'fastify';

/** Wraps what a route returns that is there for a key or a person; failures come wrapped already. */
export function installEnvelope(fastify: FastifyInstance, source: string): void {
  const meta = { source, environment: 'sandbox' };
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.once?.replayed) void reply.header('Idempotency-Replayed', 'true');
    const { access } = request.routeOptions.config;
    const wrapped = access === undefined || access === 'open' || reply.statusCode >= 400;
    done(null, wrapped ? payload : { success: true, data: payload, error: null, meta });
  });
}
