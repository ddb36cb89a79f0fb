import type { FastifyInstance } from 'fastify';

/** Wraps the results of routes with `envelope`. Failures are wrapped already. */
export function installEnvelope(fastify: FastifyInstance, source: string): void {
  const meta = { source, environment: 'sandbox' };
  const rest = `,"error":null,"meta":${JSON.stringify(meta)}}`;
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.idempotent?.replayed && reply.statusCode < 500) void reply.header('Idempotency-Replayed', 'true');
    const { envelope, write } = request.routeOptions.config;
    if (!envelope || reply.statusCode >= 400) return done(null, payload);
    if (write) void reply.serializer(data => `{"success":true,"data":${write(data as never)}${rest}`);
    done(null, write ? payload : { success: true, data: payload, error: null, meta });
  });
}
