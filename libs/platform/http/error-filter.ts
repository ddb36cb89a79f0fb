import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Settings, SETTINGS } from '../process/config/settings.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import { type BrokenField, docsOf, Refusal, STATUSES } from './errors/refusal.js';
import { LOGGER, type Logger } from '../observability/log/logger.js';
import {
  InternalError,
  MalformedJson,
  MalformedRequest,
  PayloadTooLarge,
  RouteNotFound,
  ServiceUnavailable,
  UnsupportedMediaType,
} from './http-errors.js';
import { noteOutage } from './outage-log.js';
import { knownOrigin } from './origin.js';

interface FailureBody {
  success: false;
  data: null;
  error: { code: string; message: string; retryable: boolean; docs: string; details?: BrokenField[] };
}

interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: FailureBody;
  /** The unexpected error behind a 500, for the log. */
  fault: unknown;
}

/**
 * The response to an error. Unexpected errors become a 500 that does not expose them.
 * @param origin of the documentation; `error.docs` is only a path if it is unknown
 * @param bodyLimit maximum size of the body at the path in bytes
 */
export function errorResponse(error: unknown, origin = '', bodyLimit?: number): ErrorResponse {
  const refusal = error instanceof Refusal ? error : refusalBehind(error, bodyLimit);
  const { family, code, message, retryable, headers, extras } = refusal ?? new InternalError();
  const { details } = extras;
  const failure = { code, message, retryable, docs: origin + docsOf(code), ...(details && { details }) };
  const body: FailureBody = { success: false, data: null, error: failure };
  return { status: STATUSES[family], headers, body, fault: refusal ? undefined : error };
}

function refusalBehind(error: unknown, bodyLimit?: number): Refusal | undefined {
  if (isDatabaseUnavailable(error)) return new ServiceUnavailable(DATABASE_UNAVAILABLE, 1);
  // Nest wraps the errors of Fastify.
  if (error instanceof HttpException)
    return error.getStatus() === 404 ? new RouteNotFound() : refusalBehind(error.cause, bodyLimit);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? BY_FASTIFY_CODE[code]?.(bodyLimit) : undefined;
}

const DATABASE_UNAVAILABLE =
  'The database is not available. Retry, with the same idempotency key if the request had one.';

/** Errors that Fastify raises before a route handler runs (Fastify reference, "Errors"). */
const BY_FASTIFY_CODE: Record<string, (bodyLimit?: number) => Refusal> = {
  FST_ERR_BAD_URL: () => new RouteNotFound(),
  FST_ERR_NOT_FOUND: () => new RouteNotFound(),
  // The host names of storefronts are looked up in the database.
  FST_ERR_ASYNC_CONSTRAINT: () => new ServiceUnavailable(DATABASE_UNAVAILABLE, 1),
  FST_ERR_MAX_PARAM_LENGTH: () => new RouteNotFound(),
  FST_ERR_CTP_BODY_TOO_LARGE: limit => new PayloadTooLarge(limit),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new UnsupportedMediaType(),
  FST_ERR_CTP_EMPTY_TYPE: () => new UnsupportedMediaType(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new MalformedJson('The body is empty; send a JSON object.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new MalformedJson('The length of the body differs from Content-Length.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new MalformedJson('The body is not valid JSON (RFC 8259).'),
};

/** Logs the error of a request, and returns the response to it. Unexpected errors are not exposed. */
export function loggedErrorResponse(
  error: unknown,
  request: FastifyRequest,
  logger: Logger,
  origin = '',
): ErrorResponse {
  const answer = errorResponse(
    request.raw.aborted ? new MalformedRequest(ABORTED) : error,
    origin,
    request.routeOptions?.bodyLimit,
  );
  request.failure = answer.body.error.code;
  if (isDatabaseUnavailable(error)) noteOutage(error, logger);
  if (answer.fault) logger.error({ err: answer.fault, requestId: request.id }, 'unexpected error');
  else if (error instanceof Refusal && error.extras.note)
    logger.info({ requestId: request.id, code: error.code, note: error.extras.note }, 'refused');
  return answer;
}

/** Answers every error in the envelope. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const origin = knownOrigin(request, this.settings.publicHosts);
    const { status, headers, body } = loggedErrorResponse(error, request, this.logger, origin);
    void reply.status(status).headers(headers).send(body);
  }
}

/** The client has disconnected and cannot read this message. The error keeps the disconnect out of the error log. */
const ABORTED = 'The connection ended before the request was complete.';
