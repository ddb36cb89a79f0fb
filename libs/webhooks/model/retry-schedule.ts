import { createHash } from 'node:crypto';

/** Up to this part of a delay is added or taken away, so that what failed together does not come back together. */
const JITTER = 0.2;

/** However long a receiver asks us to wait, we come back within a day. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/**
 * How long to wait before the attempt with the index `step` of the schedule (0 is the first), or nothing when there is
 * none. The jitter is drawn from the name, so that it is the same whenever it is computed.
 */
export function delayBefore(step: number, schedule: readonly number[], name: string): number | undefined {
  const delay = schedule[step];
  if (delay === undefined) return undefined;
  const drawn = createHash('sha256').update(`${name} ${step}`).digest().readUInt32BE() / 2 ** 32;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * drawn));
}

/**
 * What a `Retry-After` header asks for, in milliseconds from `now`: seconds or an HTTP date (RFC 9110, section 10.2.3);
 * 0 when it asks for nothing that can be understood.
 */
export function retryAfter(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  const asked = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_WAIT_MS);
}
