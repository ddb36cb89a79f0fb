import { NameyardError } from './error.js';
import type { components } from './generated/api.js';

/** An invalid field, and what is wrong with it. */
export type ErrorDetail = components['schemas']['BrokenFieldView'];

export interface ApiErrorFields {
  status: number;
  code: string;
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
  retryable: boolean;
  docs: string | null;
  response: Response;
}

/** The service responded with an error. Each error code that this version knows has a subclass, for example `DomainTakenError`. */
export class ApiError extends NameyardError {
  static override readonly kind: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /**
   * Error code, for example `DOMAIN_TAKEN`; `UNKNOWN` if the response has none, for example because it is from a proxy or
   * `baseUrl` is wrong.
   */
  readonly code: string;
  /** The invalid fields; empty if the error does not concern fields. */
  readonly details: ErrorDetail[];
  /** `X-Request-Id` of the response, which identifies the request in the request log. */
  readonly requestId: string | null;
  /** Whether the same call can succeed later. */
  readonly retryable: boolean;
  /** URL of the description of the error, for example `http://127.0.0.1:3000/docs/errors#DOMAIN_TAKEN`. */
  readonly docs: string | null;
  /** The response; its body has been read. */
  declare readonly response: Response;

  constructor({ status, code, message, details, requestId, retryable, docs, response }: ApiErrorFields) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryable = retryable;
    this.docs = docs;
    // Not enumerable, because logs would show all its headers.
    Object.defineProperty(this, 'response', { value: response });
  }
}
