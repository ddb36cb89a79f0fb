import { ApiError } from './api-error.js';
import { ConnectionError, TimeoutError } from './error.js';

const MIN_MS = 500;
const MAX_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** A proxy in front of the service also sends these when the same call can succeed later. */
export const RETRIED_STATUSES = [408, 429, 502, 503, 504];
/** The service changed nothing before it responded with one of these. After 503, a change may have been committed. */
const REJECTED_STATUSES = [429];

/**
 * The pause before the next attempt in milliseconds, or undefined if the call must not be repeated.
 *
 * @param attempt number of failed attempts so far
 * @param isRepeatable whether a call takes effect once even if it is sent twice
 */
export function pauseAfter(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  if (!isRetried(error, isRepeatable)) return undefined;
  const retryAfter = error instanceof ApiError ? retryAfterOf(error.response.headers) : undefined;
  if (retryAfter === undefined) return backoff(attempt);
  // Gives up if the pause is too long: an attempt before its end would fail as well.
  return retryAfter <= MAX_RETRY_AFTER_MS ? retryAfter : undefined;
}

function isRetried(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  return (isRepeatable ? RETRIED_STATUSES : REJECTED_STATUSES).includes(error.status);
}

/** 0.5 s, doubled with each attempt up to 8 s; jitter lengthens it by up to a half, within these limits. */
function backoff(attempt: number): number {
  const base = MIN_MS * 2 ** (attempt - 1);
  return Math.min(MAX_MS, base * (1 + Math.random() / 2));
}

function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` also reads texts such as `0.5` and `soon 1` as dates.
  const ms = value.endsWith(' GMT') ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
