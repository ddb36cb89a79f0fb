import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import { parseItem } from 'structured-headers';
import { ValidationFailed } from '../errors/validation-failed.js';

/** A request with an idempotency key, which takes effect only once even if it is sent repeatedly. */
export interface IdempotentRequest {
  tenantId: string;
  endpoint: string;
  key: string;
  /** SHA-256 of the JSON body, independent of the order of its members. */
  fingerprint: string;
  /** Whether the response repeats a stored result. */
  replayed: boolean;
}

type Headers = Record<string, string | string[] | undefined>;

const NAMES = ['x-idempotency-key', 'idempotency-key'] as const;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The caller's key from either header, bare or quoted. */
export function idempotencyKey(headers: Headers): string | undefined {
  const given = NAMES.filter(name => headers[name] !== undefined).map(name => ({
    name,
    key: READERS[name](String(headers[name])),
  }));
  const broken = given.find(({ key }) => !KEY.test(key));
  if (broken) throw ValidationFailed.of(broken.name, 'must be 1 to 255 visible ASCII characters, for example a UUID');
  if (given.length === 2 && given[0]?.key !== given[1]?.key)
    throw ValidationFailed.of(NAMES[1], `must be the same as ${NAMES[0]} when both are sent`);
  return given[0]?.key;
}

export function fingerprintOf(body: unknown): string {
  return createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');
}

const READERS = {
  'x-idempotency-key': (value: string) => value.replace(/^"(.*)"$/s, '$1'),
  'idempotency-key': stringOf,
};

/**
 * The text of a structured field (RFC 9651), without its parameters: a quoted string, as
 * draft-ietf-httpapi-idempotency-key-header specifies. A value that is not quoted is used as it is.
 */
function stringOf(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(parseItem(value)[0]);
  } catch {
    throw ValidationFailed.of(
      'idempotency-key',
      'must be a key without quotes, or a quoted string (RFC 9651), for example "7d1f7f1e"',
    );
  }
}
