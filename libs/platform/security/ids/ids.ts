import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * A new ID that sorts by time: a prefix and the 32 hexadecimal digits of a UUID of version 7 (RFC 9562, section 5.7).
 * `newId('ord')` returns `ord_019f…`.
 *
 * Fractions of a millisecond order the IDs within a millisecond (section 6.2, method 3). A counter would tell a tenant how
 * many IDs the process has created between two of its own.
 */
export function newId(prefix: string): string {
  const now = preciseNow();
  const msecs = Math.floor(now);
  const seq = ((now - msecs) * 2 ** 12) << 20;
  return `${prefix}_${v7({ msecs, seq: seq | randomInt(2 ** 20) }, bytes).toString('hex')}`;
}

/** Sorts before all IDs that were created at this time or later. */
export const lowestId = (prefix: string, at: Date): string =>
  `${prefix}_${at.getTime().toString(16).padStart(12, '0')}`;

/** Reused by every call. */
const bytes = Buffer.alloc(16);

/** Milliseconds since 1970 when `performance.now()` was 0. */
let origin = 0;

/** Maximum lead over the wall clock. A larger lead means that the wall clock was set back. */
const MAX_LEAD_MS = 1_000;

/** If the origin advances by more, the process may have paused between reading the two clocks; they are read again. */
const NOTICEABLE_MS = 5;

/**
 * Milliseconds since 1970 with fractions, in steps of a quarter of a microsecond. Never decreases, unless the wall clock
 * is set back by more than a second.
 */
function preciseNow(): number {
  let wallOrigin = readWallOrigin();
  // A pause makes `wallOrigin` too late. A later call would set `origin` back, and IDs with it.
  if (wallOrigin - origin > NOTICEABLE_MS) wallOrigin = readWallOrigin();
  origin = origin - wallOrigin > MAX_LEAD_MS ? wallOrigin : Math.max(origin, wallOrigin);
  return origin + performance.now();
}

function readWallOrigin(): number {
  const sinceOrigin = performance.now();
  return Date.now() - sinceOrigin;
}

/** Cryptographically random characters, evenly distributed over an alphabet. */
export const randomCharacters = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
