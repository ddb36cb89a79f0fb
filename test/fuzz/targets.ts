import fc from 'fast-check';
import { hostileText } from './hostile.js';

/** Name and value of a query parameter before encoding; text in `raw` is sent unchanged. */
export type QueryPart = [name: string, value: string] | { raw: string };

/** Percent-encodes text as UTF-8, and lone surrogates as three bytes. */
export function percentEncode(text: string): string {
  return [...text].map(encodeCharacter).join('');
}

function encodeCharacter(character: string): string {
  if (/[A-Za-z0-9._~-]/.test(character)) return character;
  const unit = character.charCodeAt(0);
  const isHalf = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
  const bytes = isHalf ? [0xed, ((unit >> 6) & 0x3f) | 0x80, (unit & 0x3f) | 0x80] : [...Buffer.from(character)];
  return bytes.map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

export const writeQuery = (parts: QueryPart[]): string =>
  parts.map(part => ('raw' in part ? part.raw : `${percentEncode(part[0])}=${percentEncode(part[1])}`)).join('&');

/** Path segments as sent, with valid or invalid encoding. */
export const HOSTILE_SEGMENTS = [
  '%00',
  'a%00b',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%',
  '%zz',
  '%2',
  '%2f',
  '%2e%2e%2f',
  '..',
  '%0d%0a',
  '%e2%80%ae',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '-1',
  '0',
  '9'.repeat(18),
  '9'.repeat(19),
  '9'.repeat(200),
  'x'.repeat(256),
  'x'.repeat(257),
  '%41'.repeat(256),
  'key_0',
  ';a=b',
  "'",
  '*',
  ' '.repeat(3).replaceAll(' ', '%20'),
];

/** A path segment that no valid request contains. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(...HOSTILE_SEGMENTS),
  hostileText.map(text => percentEncode(text.slice(0, 500)) || '%20'),
);

/** Query parameters that no operation has. */
export const oddParts: fc.Arbitrary<QueryPart> = fc.oneof(
  fc.tuple(hostileText.map(short), hostileText.map(short)),
  fc
    .constantFrom(
      '&&&',
      '=',
      'a',
      'a=b=c',
      '%',
      '%zz=%zz',
      'x[]=1&x[a]=2',
      '__proto__=1',
      '__proto__[x]=1',
      'constructor[prototype][x]=1',
      'limit=1&limit=2',
      'from=&to=',
      '%00=%00',
      '+',
      '?',
      'a&'.repeat(3_000),
      Array.from({ length: 1_500 }, (_, n) => `k${n}=1`).join('&'),
    )
    .map(raw => ({ raw })),
);

/** Targets may take 16 KiB together with the headers. */
function short(text: string): string {
  return text.slice(0, 800);
}
