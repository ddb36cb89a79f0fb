/**
 * `unavailable`: no usable response; `misconfigured`: the registrar rejects the account of this installation; `refused`: the
 * registrar rejects the request.
 */
type Kind = 'unavailable' | 'misconfigured' | 'refused';

interface FailureOptions {
  kind: Kind;
  /** HTTP status; undefined without an answer. */
  status?: number;
  /** False if the request was certainly not sent. */
  isSent?: boolean;
  /** Milliseconds until the next call can succeed. */
  retryAfterMs?: number;
}

/** A failed call to the registrar. The message of a refusal comes from the registrar. */
export class RegistrarFailure extends Error implements FailureOptions {
  readonly kind: Kind;
  readonly status: number | undefined;
  readonly isSent: boolean;
  readonly retryAfterMs: number;

  constructor(message: string, { kind, status, isSent = true, retryAfterMs = DEFAULT_RETRY_MS }: FailureOptions) {
    // PostgreSQL stores neither NUL nor lone surrogates.
    super(message.replaceAll(/[\0\p{Cs}]/gu, '\ufffd'));
    this.kind = kind;
    this.status = status;
    this.isSent = isSent;
    this.retryAfterMs = retryAfterMs;
  }
}

const DEFAULT_RETRY_MS = 5_000;

const MAX_MESSAGE_LENGTH = 300;

/** Whether a check was refused for the TLD: a valid name can only be refused for it. */
export const isUnsupportedTld = (error: unknown): boolean =>
  error instanceof RegistrarFailure && error.kind === 'refused' && error.status === 400;

/** Cuts a message of the registrar. Counts code points: PostgreSQL stores no half of a surrogate pair. */
export const shorten = (message: string): string => [...message].slice(0, MAX_MESSAGE_LENGTH).join('');

/** Classifies the HTTP status of a failed call. */
export function kindOf(status: number): Kind {
  if (status === 401 || status === 402 || status === 403) return 'misconfigured';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unavailable';
}
