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
    const context = contextWith(span);
    request.span = span.spanContext();
    contexts.set(request, context);
    // Unlike the hook `onResponse`, `close` also fires if the client disconnects.
    reply.raw.once('close', () => endRequestSpan(span, request, reply));
    runIn(context, done);
  });
  // Body events run in the async context of the connection, so the context of the request is restored here.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) runIn(context, done);
    else done();
  });
}

/**
 * `traceparent` for the effects of a request: that of its span; while tracing is off, the one that the client sent.
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
