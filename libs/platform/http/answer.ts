import { HttpException } from '@nestjs/common';
import { isDatabaseAway } from '../database/errors.js';
import {
  type BrokenField,
  type Family,
  Malformed,
  notAcceptable,
  Refusal,
  ServiceUnavailable,
} from '../errors/refusal.js';

/** The only place where a meaning becomes a status (RFC 9110, section 15; 429: RFC 6585, section 4). */
export const STATUSES: Record<Family, number> = {
  malformed: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

export interface FailureBody {
  success: false;
  data: null;
  error: { code: string; message: string; details?: BrokenField[] };
}

export interface FailureAnswer {
  status: number;
  headers: Record<string, string>;
  body: FailureBody;
  /** Set when the fault is ours, so that it is logged. */
  fault: unknown;
}

export const BODY_LIMIT = 64 * 1024;

/** What the caller gets to see of any error whatsoever. */
export function answerTo(error: unknown): FailureAnswer {
  const refusal = error instanceof Refusal ? error : (refusalBehind(error) ?? null);
  if (!refusal) return failure(500, 'INTERNAL_ERROR', INTERNAL, { fault: error });
  const { details, headers } = refusal.extras;
  return failure(STATUSES[refusal.family], refusal.code, refusal.message, { details, headers });
}

const INTERNAL = 'Something went wrong on our side. Send the X-Request-Id of this answer to whoever runs this service.';

function failure(
  status: number,
  code: string,
  message: string,
  more: { details?: BrokenField[]; headers?: Record<string, string>; fault?: unknown },
): FailureAnswer {
  const error = more.details ? { code, message, details: more.details } : { code, message };
  return { status, headers: more.headers ?? {}, body: { success: false, data: null, error }, fault: more.fault };
}

function refusalBehind(error: unknown): Refusal | undefined {
  if (isDatabaseAway(error)) return new DatabaseUnavailable();
  // Nest wraps what Fastify raised; the cause says what it was.
  if (error instanceof HttpException) return error.getStatus() === 404 ? new NoSuchRoute() : refusalBehind(error.cause);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? BY_FASTIFY_CODE[code]?.() : undefined;
}

/** Errors that Fastify raises before any code of ours runs (Fastify reference, "Errors"). */
const BY_FASTIFY_CODE: Record<string, () => Refusal> = {
  FST_ERR_BAD_URL: () => new NoSuchRoute(),
  FST_ERR_NOT_FOUND: () => new NoSuchRoute(),
  FST_ERR_ASYNC_CONSTRAINT: () => new NoSuchRoute(),
  FST_ERR_MAX_PARAM_LENGTH: () => new NoSuchRoute(),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new BodyTooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new NotJson(),
  FST_ERR_CTP_EMPTY_TYPE: () => new NotJson(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new BrokenJson('The body is empty; send a JSON object.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new BrokenJson('The body is not as long as Content-Length says.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new BrokenJson('The body is not valid JSON (RFC 8259).'),
};

export class NoSuchRoute extends Refusal {
  constructor(message = 'There is nothing at this address; the paths are listed at /docs.', allow?: string) {
    super('not_found', 'NOT_FOUND', message, allow ? { headers: { Allow: allow } } : {});
  }
}

export class BrokenJson extends Malformed {
  constructor(message: string) {
    super('MALFORMED_JSON', message);
  }
}

export class NotJson extends Refusal {
  constructor() {
    super(
      'unsupported_media',
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    );
  }
}

export class NotAcceptable extends notAcceptable({
  code: 'NOT_ACCEPTABLE',
  description: 'The `Accept` header excludes `application/json`.',
  advice: 'Send `Accept: application/json`, or no `Accept` header.',
}) {
  constructor() {
    super('Responses are application/json, which the Accept header excludes.');
  }
}

class BodyTooLarge extends Refusal {
  constructor() {
    super('too_large', 'PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes.`);
  }
}

class DatabaseUnavailable extends ServiceUnavailable {
  constructor() {
    super('The database is not available. Retry, with the same idempotency key if the request had one.', {
      headers: { 'Retry-After': '1' },
    });
  }
}
