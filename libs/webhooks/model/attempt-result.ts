import { retryAfter } from './retry-schedule.js';

/** The result of an HTTP request: a response, or the reason why there is none. */
export type Outcome =
  | { status: number; answer: string; retryAfter?: string }
  | { reason: string; explanation: string; cause?: unknown };

/** The headers of an attempt that cannot be derived from its event, short because each attempt stores them. */
export interface SentHeaders {
  /** `webhook-timestamp`. */
  at: string;
  /** `webhook-signature`. */
  sig: string;
  /** `traceparent`; absent without a trace. */
  trace?: string;
}

/** The evaluation of an attempt. */
export interface Verdict {
  kind: 'delivered' | 'failed' | 'gone' | 'interrupted';
  /** HTTP status; null without a response. */
  status: number | null;
  /** Code such as `http_500` or `timeout`; null on success. */
  reason: string | null;
  /** Start of the response body, or why there was no response. */
  answer: string;
  /** From `Retry-After`. */
  waitMs: number;
  /** The error behind the reason `failed`, for the log. */
  cause?: unknown;
  /** Undefined if the message could not be signed. */
  sent?: SentHeaders;
}

/** Maximum size of the stored start of a response body, in UTF-8. */
const MAX_ANSWER_BYTES = 4_096;

/** The receiver wants no more events (RFC 9110, section 15.5.11). */
export const GONE = 410;

/** Only 2xx is a success; redirects are not followed. */
export function judge(outcome: Outcome, now: Date): Verdict {
  if ('reason' in outcome) {
    const kind = outcome.reason === 'interrupted' ? 'interrupted' : 'failed';
    const { reason, explanation: answer, cause } = outcome;
    return { kind, status: null, reason, answer, waitMs: 0, cause };
  }
  const { status } = outcome;
  const answer = truncate(outcome.answer);
  if (status >= 200 && status < 300) return { kind: 'delivered', status, reason: null, answer, waitMs: 0 };
  const kind = status === GONE ? 'gone' : 'failed';
  return { kind, status, reason: reasonOf(status), answer, waitMs: retryAfter(outcome.retryAfter, now) };
}

/** Cuts the text to 4 KiB without splitting a character. */
function truncate(answer: string): string {
  const bytes = Buffer.from(answer);
  return bytes.length <= MAX_ANSWER_BYTES
    ? bytes.toString()
    : new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES), { stream: true });
}

const reasonOf = (status: number): string => (status >= 300 && status < 400 ? 'redirect' : `http_${status}`);
