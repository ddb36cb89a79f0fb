import { retryAfter } from './retry-schedule.js';

/** What came of an attempt: an answer, or the reason why there is none. */
export type Outcome =
  { status: number; answer: string; retryAfter?: string; location?: string } | { reason: string; explanation: string };

/** How an attempt is judged. */
export interface Verdict {
  kind: 'delivered' | 'failed' | 'gone' | 'interrupted';
  /** The status, when there was an answer. */
  status: number | null;
  /** A word for machines, such as `http_500` or `timeout`; nothing on success. */
  reason: string | null;
  /** The first part of the answer's body, or why there is none. */
  answer: string;
  /** The receiver asked to be left alone for so long. */
  waitMs: number;
}

/** Of an answer, in UTF-8. */
const KEPT_BYTES = 4_096;

/** A receiver that answers so wants no more of it (RFC 9110, section 15.5.11). */
const GONE = 410;

/** 2xx is success; a redirect is none, for it is not followed. */
export function judge(outcome: Outcome, now: Date): Verdict {
  if ('reason' in outcome) {
    const kind = outcome.reason === 'interrupted' ? 'interrupted' : 'failed';
    return { kind, status: null, reason: outcome.reason, answer: outcome.explanation, waitMs: 0 };
  }
  const { status } = outcome;
  const answer = beginningOf(outcome.answer);
  if (status >= 200 && status < 300) return { kind: 'delivered', status, reason: null, answer, waitMs: 0 };
  const kind = status === GONE ? 'gone' : 'failed';
  return { kind, status, reason: reasonOf(status), answer, waitMs: retryAfter(outcome.retryAfter, now) };
}

/** A character that the cut goes through is left out: PostgreSQL takes no half of one. */
function beginningOf(answer: string): string {
  const bytes = Buffer.from(answer);
  return bytes.length <= KEPT_BYTES
    ? bytes.toString()
    : new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: true });
}

const reasonOf = (status: number): string => (status >= 300 && status < 400 ? 'redirect' : `http_${status}`);
