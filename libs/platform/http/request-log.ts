import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/log/logger.js';
import { maskPath } from '../observability/log/mask.js';

/** Logs one line per response, except successful health probes, and sends `X-Request-Id`. */
export function installRequestLog(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    done();
  });
  if (!logger.isLevelEnabled('info')) return;
  // Redaction would double the cost of a line. No field has a redacted name, and tokens are masked in all lines.
  const plain = logger.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (isSuccessfulProbe(request, reply)) return done();
    plain.info(
      {
        requestId: request.id,
        method: request.method,
        path: maskPath(request.url.split('?', 1)[0] ?? ''),
        status: reply.statusCode,
        code: request.failure,
        faulted: request.faulted,
        ...request.identity,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}

/** Orchestrators and load balancers probe several times per second. */
const isSuccessfulProbe = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode === 200 && request.routeOptions.url?.startsWith('/health/') === true;
