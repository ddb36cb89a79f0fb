import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../process/config/settings.js';
import type { Logger } from '../observability/log/logger.js';
import { errorResponse } from './error-filter.js';
import { ConnectionErrors } from './connection-errors.js';
import { BODY_LIMIT, REQUEST_TIMEOUT_MS } from './http-errors.js';
import { knownOrigin } from './origin.js';
import { requestIdOf } from './request-id.js';
import './request.js';

/** Longer than the 60 seconds after which common load balancers close an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** How often Node looks for requests that have timed out; its default of 30 seconds would triple the timeout. */
const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;

export function createAdapter({ trustedProxies, publicHosts }: Settings, logger: Logger): FastifyAdapter {
  const connectionErrors = new ConnectionErrors(logger);
  const adapter = new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      // `HostHeaderGuard` rejects requests without a Host header with an error code; Node.js would send no body.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => (isRoutable(url) ? singleSlashes(url) : '/*'),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerFrameworkErrors(publicHosts),
    clientErrorHandler: (error, socket) => connectionErrors.answer(error, socket),
  });
  const fastify = adapter.getInstance();
  connectionErrors.watch(fastify.server);
  const unused = new UnusedConnections();
  unused.watch(fastify.server);
  fastify.addHook('preClose', done => {
    unused.closeSoon();
    done();
  });
  return adapter;
}

/** A path, or a URL of HTTP (RFC 9112, section 3.2). */
const TARGET = /^(?:\/|https?:\/\/)/i;

/** Whether Fastify can look up the route. It runs no hooks for other targets such as `*`, or paths that are not UTF-8. */
function isRoutable(url: string): boolean {
  if (!TARGET.test(url)) return false;
  if (!url.includes('%')) return true;
  const [path] = url.split('?', 1);
  try {
    decodeURIComponent(path!);
    return true;
  } catch {
    return false;
  }
}

const FACADE_PATH = /^\/+facades\/[^?]*/;

/** Joins repeated slashes in paths of facades, because clients append paths to addresses that end with a slash. */
const singleSlashes = (url: string): string => url.replace(FACADE_PATH, path => path.replace(/\/{2,}/g, '/'));

/** Sends the error response to requests that Fastify rejects before routing; no hook runs for them. */
const answerFrameworkErrors =
  (publicHosts: string[]) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = errorResponse(error, knownOrigin(request, publicHosts));
    void reply
      .status(status)
      .headers({ ...headers, 'X-Request-Id': requestIdOf(request.raw) })
      .send(body);
  };

/** Time for the first request of a connection to arrive after the server began to stop. */
const GRACE_MS = 1_000;

/**
 * Connections on which no request has arrived yet. Browsers and connection pools open them in advance. During a
 * shutdown the server waits for them, because Node.js does not count them as idle.
 */
class UnusedConnections {
  private readonly sockets = new Set<Socket>();

  watch(server: Server): void {
    server.on('connection', socket => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.prependListener('request', ({ socket }) => this.sockets.delete(socket));
  }

  closeSoon(): void {
    setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, GRACE_MS).unref();
  }
}
