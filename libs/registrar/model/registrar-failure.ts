/**
 * `unavailable`: no answer, or one that says nothing about the request; `misconfigured`: the account is rejected; `refused`:
 * the request is.
 */
type Kind = 'unavailable' | 'misconfigured' | 'refused';

interface Facts {
  kind: Kind;
  /** HTTP status; undefined without an answer. */
  status?: number;
  /** False if the request was certainly not sent. */
  isSent?: boolean;
  /** When the next call can succeed. */
  retryAfterMs?: number;
}

/** A call of the registrar that failed. The message is that of the registrar, or of the connection. */
export class RegistrarFailure extends Error implements Facts {
  readonly kind: Kind;
  readonly status: number | undefined;
  readonly isSent: boolean;
  readonly retryAfterMs: number;

  constructor(message: string, { kind, status, isSent = true, retryAfterMs = DEFAULT_RETRY_MS }: Facts) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.isSent = isSent;
    this.retryAfterMs = retryAfterMs;
  }
}

const DEFAULT_RETRY_MS = 5_000;

/** What a status of an unsuccessful answer says. */
export function kindOf(status: number): Kind {
  if (status === 401 || status === 402 || status === 403) return 'misconfigured';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unavailable';
}
