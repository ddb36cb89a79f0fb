import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
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

/** The caller's key from either header, bare or quoted (draft-ietf-httpapi-idempotency-key-header, section 2.1). */
export function idempotencyKey(headers: Headers): string | undefined {
  const given = NAMES.filter(name => headers[name] !== undefined).map(name => ({ name, key: unquoted(headers[name]) }));
  const broken = given.find(({ key }) => !KEY.test(key));
  if (broken) throw invalid(broken.name, 'must be 1 to 255 visible ASCII characters, for example a UUID');
  if (given.length === 2 && given[0]?.key !== given[1]?.key)
    throw invalid(NAMES[1], `must be the same as ${NAMES[0]} when both are sent`);
  return given[0]?.key;
}

export function fingerprintOf(body: unknown): string {
  return createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');
}

const unquoted = (value: string | string[] | undefined): string => String(value).replace(/^"(.*)"$/s, '$1');

const invalid = (field: string, message: string) => new ValidationFailed([{ field, message }]);
