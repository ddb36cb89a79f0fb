import type { FastifyInstance } from 'fastify';

const LIVE_ROUTES = '/api/v1/registrar/';

/**
 * Wraps the results of routes whose config has `envelope: true`. The error filter has already wrapped failures; those of the
 * live API get its `meta` here.
 */
export function installEnvelope(fastify: FastifyInstance, source: string, liveSource: string): void {
  const meta = { source, environment: 'sandbox' };
  const liveMeta = { source: liveSource, environment: 'live' };
  const rest = `,"error":null,"meta":${JSON.stringify(meta)}}`;
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.idempotent?.replayed && reply.statusCode < 500) void reply.header('Idempotency-Replayed', 'true');
    const { envelope, write } = request.routeOptions.config;
    const isLive = request.routeOptions.url?.startsWith(LIVE_ROUTES);
    if (!envelope || reply.statusCode >= 400)
      return done(null, isLive ? { ...(payload as object), meta: liveMeta } : payload);
    if (write) void reply.serializer(data => `{"success":true,"data":${write(data as never)}${rest}`);
    done(null, write ? payload : { success: true, data: payload, error: null, meta: isLive ? liveMeta : meta });
  });
}
