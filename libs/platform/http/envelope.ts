import type { FastifyInstance } from 'fastify';

/** Wraps what a route returns that is there for a key or a person; failures come wrapped already. */
export function installEnvelope(fastify: FastifyInstance, source: string): void {
  const meta = { source, environment: 'sandbox' };
  const rest = `,"error":null,"meta":${JSON.stringify(meta)}}`;
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.once?.replayed) void reply.header('Idempotency-Replayed', 'true');
    const { access, write } = request.routeOptions.config;
    const wrapped = access === undefined || access === 'open' || reply.statusCode >= 400;
    if (wrapped) return done(null, payload);
    if (write) void reply.serializer(data => `{"success":true,"data":${write(data as never)}${rest}`);
    done(null, write ? payload : { success: true, data: payload, error: null, meta });
  });
}
