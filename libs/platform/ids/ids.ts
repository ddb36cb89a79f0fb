import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * An opaque id that says what it names and sorts by the time it was made: a prefix, then the 32 hexadecimal
 * digits of a UUID of version 7 (RFC 9562, section 5.7). `newId('ord')` → `ord_019f…`.
 */
export function newId(prefix: string): string {
  return `${prefix}_${v7(undefined, bytes).toString('hex')}`;
}

/** Written to and read in one breath. */
const bytes = Buffer.alloc(16);

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
