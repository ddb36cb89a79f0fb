import { createHash } from 'node:crypto';

/** Delays vary by up to this fraction, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Delay before the attempt `step`, counted from 0; undefined if the schedule has no such attempt. The jitter is derived from
 * the ID of the delivery, so that repeated calls return the same delay.
 */
export function delayBefore(step: number, schedule: readonly number[], deliveryId: string): number | undefined {
  const delay = schedule[step];
  if (delay === undefined) return undefined;
  const fraction = createHash('sha256').update(`${deliveryId} ${step}`).digest().readUInt32BE() / 2 ** 32;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * fraction));
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3) into milliseconds from `now`; 0 if it is missing or invalid. */
export function retryAfter(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
