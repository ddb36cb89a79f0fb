import {
  expectationFailed,
  headersTooLarge,
  internal,
  malformed,
  notAcceptable,
  notFound,
  timeout,
  tooMany,
  tooLarge,
  unavailable,
  unsupportedMedia,
} from './errors/refusal.js';

/** Milliseconds from the first byte of a request, or from the start of its connection, to the last byte of its body. */
export const REQUEST_TIMEOUT_MS = 15_000;

/** Maximum size of a request body in bytes. */
export const BODY_LIMIT = 64 * 1024;

export class MalformedRequest extends malformed({
  code: 'MALFORMED_REQUEST',
  description: 'The request is not valid HTTP/1.1.',
  advice: 'Send the request with an HTTP library.',
  reproduce: 'Send the text `hello` over a TCP connection, followed by two line breaks.',
}) {}

export class MalformedJson extends malformed({
  code: 'MALFORMED_JSON',
  description: 'The request body is not valid JSON in UTF-8, or has more than 64 levels or 1,000 values.',
  advice: 'Send one JSON object, built with a JSON library instead of joining strings.',
  reproduce: 'Send the body `{`.',
}) {}

export class RouteNotFound extends notFound({
  code: 'NOT_FOUND',
  description:
    'The path or its method does not exist, or a path parameter is too long, not valid UTF-8, or contains control characters.',
  advice: 'Check the path and the method. The reference at `/docs/api` lists all of them.',
  reproduce: 'Send a request to `/api/v1/unknown`.',
}) {
  /** @param allow the methods that the path supports */
  constructor(message = 'This path does not exist. The reference at /docs/api lists all paths.', allow?: string) {
    super(message, allow ? { headers: { Allow: allow } } : {});
  }
}

export class NotAcceptable extends notAcceptable({
  code: 'NOT_ACCEPTABLE',
  description: 'The `Accept` header excludes `application/json`.',
  advice: 'Send `Accept: application/json`, or no `Accept` header.',
  reproduce: 'Send `Accept: text/html`.',
}) {}

export class TooManyRequests extends tooMany({
  code: 'RATE_LIMITED',
  description:
    'The API key or access token has used all its requests for the current minute, or too many reads of the tenant or person wait for their turn.',
  header: 'Retry-After',
  advice:
    'Wait for the time in `Retry-After`, and slow down when `RateLimit` shows `r=0`. Send fewer reads at the same time. An operator can set a higher limit of requests.',
  reproduce: 'Create a key with a limit of 1, and send two requests with it in the same minute.',
}) {
  constructor(message: string, retryAfterSeconds: number) {
    super(message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

export class TooManyReads extends TooManyRequests {
  constructor() {
    super('Too many reads are waiting. Send fewer reads at the same time. Retry in 1 s.', 1);
  }
}

export class RequestTimeout extends timeout({
  code: 'REQUEST_TIMEOUT',
  description: `The request was not received completely within ${REQUEST_TIMEOUT_MS / 1_000} seconds.`,
  advice: 'Check the network connection, and send the whole request without pauses.',
  reproduce: 'Send a POST request with `Content-Length: 10` and no body, and keep the connection open.',
}) {}

export class PayloadTooLarge extends tooLarge({
  code: 'PAYLOAD_TOO_LARGE',
  description: `The request body is larger than ${BODY_LIMIT / 1_024} KiB, or than the larger maximum of its path.`,
  advice: 'Send less; the message names the maximum.',
  reproduce: `Send a body of ${BODY_LIMIT / 1_024 + 1} KiB.`,
}) {
  /** @param limit maximum size of the body at the path in bytes */
  constructor(limit = BODY_LIMIT) {
    super(`The request body is larger than ${limit / 1_024} KiB, the maximum of this path. Send less.`);
  }
}

export class UnsupportedMediaType extends unsupportedMedia({
  code: 'UNSUPPORTED_MEDIA_TYPE',
  description: 'The request body is not declared as `application/json` in UTF-8, or has a `Content-Encoding`.',
  advice: 'Send `Content-Type: application/json`, and do not compress the body.',
  reproduce: 'Send a body with `Content-Type: text/plain`.',
}) {}

/** `Accept-Encoding` shows that the coding is the problem, not the type (RFC 9110, section 12.5.3). */
export class UnsupportedCoding extends UnsupportedMediaType {
  constructor() {
    super('Content-Encoding must be identity: compressed request bodies are not supported.', {
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
}

export class ExpectationFailed extends expectationFailed({
  code: 'EXPECTATION_FAILED',
  description: 'The `Expect` header has a value other than `100-continue`.',
  advice: 'Remove the `Expect` header.',
  reproduce: 'Send `Expect: 200-ok`.',
}) {}

export class HeadersTooLarge extends headersTooLarge({
  code: 'HEADERS_TOO_LARGE',
  description: 'The request headers are larger than 16 KiB.',
  advice: 'Send fewer or shorter headers.',
  reproduce: 'Send a header of 17 KiB.',
}) {}

export class InternalError extends internal({
  code: 'INTERNAL_ERROR',
  description: 'The service failed unexpectedly.',
  advice: 'Report the `X-Request-Id` of the response to the operator of the installation.',
  reproduce: 'You cannot cause it on purpose: it is a defect of the service.',
}) {}

export class ServiceUnavailable extends unavailable({
  code: 'SERVICE_UNAVAILABLE',
  description: 'The service is overloaded or cannot reach its database.',
  header: 'Retry-After',
  advice: 'Retry after the time in `Retry-After`, with the same idempotency key if the request had one.',
  reproduce: 'Stop PostgreSQL in your own installation, then send a request.',
}) {
  constructor(message: string, retryAfterSeconds: number) {
    super(message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** Errors that every route can return. */
export const ERRORS_OF_EVERY_ROUTE = [
  MalformedRequest,
  RequestTimeout,
  ExpectationFailed,
  HeadersTooLarge,
  InternalError,
];

/** Errors of routes that accept a body. */
export const ERRORS_OF_BODIES = [MalformedJson, PayloadTooLarge, UnsupportedMediaType];
