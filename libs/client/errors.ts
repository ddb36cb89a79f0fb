import { ApiError, type ErrorDetail } from './api-error.js';
import { RETRIED_STATUSES } from './backoff.js';
import { ERROR_CLASSES } from './generated/errors.js';

interface Failure {
  error: { code: string; message: string; retryable: boolean; docs: string; details?: ErrorDetail[] };
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
  const { code, retryable, details = [] } = body.error;
  const message = messageOf(body.error);
  // The service returns only a path if it does not know the address that was called.
  const docs = URL.canParse(body.error.docs, response.url)
    ? new URL(body.error.docs, response.url).href
    : body.error.docs;
  const Type = Object.hasOwn(ERROR_CLASSES, code) ? ERROR_CLASSES[code as keyof typeof ERROR_CLASSES] : ApiError;
  return new Type({ status, code, message, details, requestId, retryable, docs, response });
}

/** The message for an invalid request ends with the problems of its first invalid fields. */
function messageOf({ code, message, details }: Failure['error']): string {
  if (code !== 'VALIDATION_FAILED' || !Array.isArray(details) || details.length === 0) return message;
  const first = details.slice(0, MAX_FIELDS).map(detail => `${detail.field} ${detail.message}`);
  return `${message} ${first.join('; ')}.`;
}

function isFailure(body: unknown): body is Failure {
  return typeof (body as Failure | null | undefined)?.error?.code === 'string';
}
