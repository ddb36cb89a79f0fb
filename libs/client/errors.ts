import { ApiError, type ErrorDetail } from './api-error.js';
import { RETRIED_STATUSES } from './backoff.js';
import { ERROR_CLASSES } from './generated/errors.js';

/** A proxy in front of the service may send errors with a code and other members. */
interface Failure {
  error: { code: string; message?: unknown; retryable?: unknown; docs?: unknown; details?: unknown };
}

/** Maximum number of invalid fields in a message. */
const MAX_FIELDS = 3;

/** The error of a response, as the subclass for its code. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { status } = response;
  const requestId = response.headers.get('x-request-id');
  if (!isFailure(body)) {
    const message = `The service responded with status ${status} and no error code. Check that baseUrl is the address of the API.`;
    const retryable = RETRIED_STATUSES.includes(status);
    return new ApiError({ status, code: 'UNKNOWN', message, details: [], requestId, retryable, docs: null, response });
  }
  const { code } = body.error;
  const retryable = body.error.retryable === true;
  const details = Array.isArray(body.error.details) ? body.error.details.filter(isDetail) : [];
  const message = messageOf(body.error, status, details);
  const docs = typeof body.error.docs === 'string' ? addressOf(body.error.docs, response) : null;
  const Type = Object.hasOwn(ERROR_CLASSES, code) ? ERROR_CLASSES[code as keyof typeof ERROR_CLASSES] : ApiError;
  return new Type({ status, code, message, details, requestId, retryable, docs, response });
}

/** The message for an invalid request ends with the problems of its first invalid fields. */
function messageOf({ code, message }: Failure['error'], status: number, details: ErrorDetail[]): string {
  if (typeof message !== 'string') return `The service responded with status ${status} and the error code ${code}.`;
  if (code !== 'VALIDATION_FAILED' || details.length === 0) return message;
  const first = details.slice(0, MAX_FIELDS).map(detail => `${detail.field} ${detail.message}`);
  return `${message} ${first.join('; ')}.`;
}

/** The service returns only a path if it does not know the address that was called. */
const addressOf = (docs: string, { url }: Response): string =>
  URL.canParse(docs, url) ? new URL(docs, url).href : docs;

const isDetail = (value: unknown): value is ErrorDetail =>
  typeof (value as ErrorDetail | null | undefined)?.field === 'string';

function isFailure(body: unknown): body is Failure {
  return typeof (body as Failure | null | undefined)?.error?.code === 'string';
}
