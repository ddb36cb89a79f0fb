import { AbortError, ApiError, ConnectionError, NameyardError, TimeoutError } from '#client';
import { loadApiKnowledge } from './load-api-knowledge.js';
import { ToolFailure } from './tool-failure.js';

interface Failure {
  /** For clients that show the model only text. */
  text: string;
  fields: Record<string, unknown>;
}

/** Describes an error, its meaning and what to do, with the texts of `/docs/errors` for error codes. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof ToolFailure) return describe(error.code, error.message, error.advice);
  if (error instanceof ConnectionError)
    return describe(
      'UNREACHABLE',
      error.message,
      'Check that Nameyard is running (`nameyard start`) and that NAMEYARD_URL is its address. ' + READ_FIRST,
    );
  if (error instanceof TimeoutError) return describe('TIMEOUT', error.message, READ_FIRST);
  if (error instanceof AbortError) return describe('CANCELLED', error.message, READ_FIRST);
  // All other errors of the client are failed checks of arguments.
  if (error instanceof NameyardError) return describe('INVALID_ARGUMENT', error.message, 'Correct the argument.');
  throw error;
}

const READ_FIRST = 'The change may have taken effect: read the state before you repeat it.';

const describe = (code: string, message: string, advice: string): Failure => ({
  text: `${code}: ${message}\nWhat to do: ${advice}`,
  fields: { code, message, advice },
});

async function describeApiError(error: ApiError): Promise<Failure> {
  const { code, status, message, details, retryable, requestId } = error;
  const { explain } = await loadApiKnowledge();
  const known = explain(code);
  const fields = {
    code,
    status,
    message,
    ...(known && { meaning: known.meaning, advice: known.advice }),
    retryable,
    ...(details.length > 0 && { details }),
    ...(requestId !== null && { request_id: requestId }),
    ...(error.docs !== null && { docs: error.docs }),
  };
  const lines = [
    `${code} (${status}): ${message}`,
    ...details.map(({ field, message }) => `- ${field} ${message}`),
    ...(known ? [`Meaning: ${known.meaning}`] : []),
    ...(known?.advice ? [`What to do: ${known.advice}`] : []),
    `Retry: ${retryable ? 'the same call can succeed later.' : 'the same call fails again.'}`,
    ...(fields.docs ? [`Documentation: ${fields.docs}`] : []),
    ...(requestId === null ? [] : [`Request ID: ${requestId}`]),
  ];
  return { text: lines.join('\n'), fields };
}
