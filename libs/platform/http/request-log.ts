import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log/logger.js';

/** One line for each answer but that to a probe which finds all well, and the request id on the answer. */
export function installRequestLog(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    done();
  });
  if (!logger.isLevelEnabled('info')) return;
  // Looking for secrets in a line that has none by its making would cost as much as writing it.
  const plain = logger.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (isGoodProbe(request, reply)) return done();
    plain.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        code: request.failure,
        tenant: request.caller?.tenant.slug,
        keyId: request.caller?.keyId,
        personId: request.person?.id,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}

/** Orchestrators and balancers ask several times a second. */
const isGoodProbe = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode === 200 && request.routeOptions.url?.startsWith('/health/') === true;
