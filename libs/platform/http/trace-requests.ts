import { type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maskPath } from '../observability/log/mask.js';
import { contextWith, isTracing, runIn, startSpan } from '../observability/tracing/tracing.js';
import { formatTraceparent, parseTraceparent } from '../observability/tracing/traceparent.js';
import './request.js';

/** Records a span for each request, except health probes. Registers no hooks while tracing is off. */
export function traceRequests(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  const contexts = new WeakMap<FastifyRequest, Context>();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith('/health/')) return done();
    const span = startRequestSpan(request);
    const where = contextWith(span);
    request.span = span.spanContext();
    contexts.set(request, where);
    // Unlike `onResponse`, also if the client disconnects.
    reply.raw.once('close', () => endRequestSpan(span, request, reply));
    runIn(where, done);
  });
  // The events of the body are emitted in the context of the connection.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const where = contexts.get(request);
    if (where) runIn(where, done);
    else done();
  });
}

/**
 * `traceparent` for the effects of a request: that of its own span, or the one that the client sent while tracing is off.
 * Undefined if there is none or it is malformed.
 */
export function traceparentOf(request: FastifyRequest): string | undefined {
  if (request.span) return formatTraceparent(request.span);
  const sent = request.headers.traceparent;
  const parsed = sent === undefined ? undefined : parseTraceparent(sent);
  return parsed && formatTraceparent(parsed);
}

function startRequestSpan(request: FastifyRequest): Span {
  const { method, headers, host, url } = request;
  const route = request.is404 ? undefined : request.routeOptions.url;
  return startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: SpanKind.SERVER,
    // Without the query, which can contain secrets.
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': request.protocol,
      'url.path': maskPath(url.split('?', 1)[0] ?? ''),
      'server.address': host,
      'user_agent.original': headers['user-agent'],
      'nameyard.request_id': request.id,
    },
    parent: parseTraceparent(headers.traceparent),
  });
}

function endRequestSpan(span: Span, request: FastifyRequest, { raw }: FastifyReply): void {
  const status = raw.headersSent ? raw.statusCode : undefined;
  const isFailed = status === undefined || status >= 500;
  span.setAttributes({
    'http.response.status_code': status,
    'error.type': isFailed ? (request.failure ?? String(status ?? 'disconnected')) : undefined,
    'nameyard.tenant': request.identity?.tenant,
    'nameyard.error_code': request.failure,
    'nameyard.faulted': request.faulted,
  });
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
