import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomCharacters } from './ids.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32; // 32 characters of 62 are 190 bits
const CHECKSUM_LENGTH = 6;
const FORM = /^[0-9A-Za-z]{38}$/;

/** Generates a key or token: prefix, 32 random characters, and a checksum that reveals mistyped values without a query. */
export function makeSecretValue(prefix: string): string {
  const body = prefix + randomCharacters(BASE62, RANDOM_LENGTH);
  return body + checksumOf(body);
}

export const isSecretValue = (value: string, prefix: string): boolean =>
  value.startsWith(prefix) &&
  FORM.test(value.slice(prefix.length)) &&
  value.endsWith(checksumOf(value.slice(0, -CHECKSUM_LENGTH)));

/** The stored hash of a value; 190 random bits do not need a slow hash. */
export const hashOfSecret = (value: string): string => hash('sha256', value, 'hex');

/** The first and last four random characters, for people to tell values apart. */
export function hintOfSecret(value: string): { start: string; end: string } {
  const random = value.slice(-(RANDOM_LENGTH + CHECKSUM_LENGTH), -CHECKSUM_LENGTH);
  return { start: random.slice(0, 4), end: random.slice(-4) };
}

/** CRC-32 of the text in base62, most significant digit first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}
