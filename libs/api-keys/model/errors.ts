import { conflict, invalid, notFound } from '#platform/model';

/** Maximum limit of a key, in requests per minute. */
export const MAX_LIMIT = 1_000_000;

/** Maximum number of active keys per tenant. */
export const MAX_KEYS = 100;

export class InvalidLimit extends invalid({
  code: 'INVALID_LIMIT',
  description: `The limit is not an integer from 1 to ${MAX_LIMIT} (requests per minute).`,
  reproduce: 'Create a key with a limit of 0.',
}) {}

export class InvalidKeyValue extends invalid({
  code: 'INVALID_KEY',
  description:
    'The value is not `ny_sandbox_` or `ny_live_`, followed by 32 random characters and their checksum of 6 characters.',
  reproduce: 'Create a key from a value with a wrong checksum.',
}) {}

export class ExpiryPassed extends invalid({
  code: 'EXPIRY_PASSED',
  description: 'The new expiry of the key is not in the future.',
  advice: 'Send a time in the future. To end a key now, revoke it.',
  reproduce: 'Change the expiry of a key to a time in the past.',
  message: () => 'expires_at must be in the future. To end the key now, revoke it.',
}) {}

export class KeyNotFound extends notFound({
  code: 'KEY_NOT_FOUND',
  description: 'The tenant has no API key with this ID.',
  reproduce: 'Revoke a key with an ID that does not exist.',
  message: (id: string) => `There is no API key "${id}". List the keys of the tenant.`,
}) {}

export class KeyNotActive extends conflict({
  code: 'KEY_NOT_ACTIVE',
  description: 'The key is revoked, expired or already rolled.',
  reproduce: 'Revoke a key, then roll it.',
  message: (id: string) => `The API key ${id} is revoked, expired or already rolled; create a new one.`,
}) {}

export class TooManyKeys extends conflict({
  code: 'TOO_MANY_KEYS',
  description: `The tenant has the maximum number of active keys (${MAX_KEYS}).`,
  advice: 'Revoke a key that is not used, or roll one without an overlap instead of creating another.',
  reproduce: `Create a key for a tenant that has ${MAX_KEYS} active keys.`,
}) {}
