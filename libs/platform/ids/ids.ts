import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * An opaque id that names its kind and sorts by the time it was made: a prefix, then the 32 hexadecimal digits of a
 * UUID of version 7 (RFC 9562, section 5.7). `newId('ord')` → `ord_019f…`.
 *
 * Fractions of a millisecond take the place of a counter (section 6.2, method 3): a counter would tell a tenant how
 * many ids the process made between two of its own.
 */
export function newId(prefix: string): string {
  const now = preciseNow();
  const msecs = Math.floor(now);
  const seq = ((now - msecs) * 2 ** 12) << 20;
  return `${prefix}_${v7({ msecs, seq: seq | randomInt(2 ** 20) }, bytes).toString('hex')}`;
}

/** Reused by every call; it is read before the next one. */
const bytes = Buffer.alloc(16);

/** The wall clock at the origin of the monotonic one. */
let origin = 0;

/** A larger lead over the wall clock is not rounding: the wall clock was set back, for example to correct a step. */
const MAX_LEAD_MS = 1_000;

/**
 * Milliseconds since 1970 with fractions, in steps of a quarter of a microsecond. Never decreases, unless the wall clock
 * is set back by more than a second.
 */
function preciseNow(): number {
  const sinceOrigin = performance.now();
  const wallOrigin = Date.now() - sinceOrigin;
  origin = origin - wallOrigin > MAX_LEAD_MS ? wallOrigin : Math.max(origin, wallOrigin);
  return origin + sinceOrigin;
}

/** Characters drawn evenly from an alphabet of at most 256 by a cryptographic source. */
export function randomCharacters(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
