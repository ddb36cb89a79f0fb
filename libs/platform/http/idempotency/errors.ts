import { conflict, invalid } from '../errors/refusal.js';

export class IdempotencyKeyReused extends invalid({
  code: 'IDEMPOTENCY_KEY_REUSED',
  description: 'The idempotency key was already used with a different request body.',
  advice: 'Use a new idempotency key for each new request.',
  reproduce: 'Order two domains with the same idempotency key.',
}) {}

export class IdempotencyInProgress extends conflict({
  code: 'IDEMPOTENCY_IN_PROGRESS',
  description: 'The first request with this idempotency key is still in progress.',
  header: 'Retry-After',
  headerValue: '1',
  advice: 'Retry with the same idempotency key after the time in `Retry-After`.',
  retryable: true,
  reproduce:
    'Send the same order several times at once with one idempotency key. The error appears only if the first request takes longer than 70 % of `DATABASE_TIMEOUT`, for example under heavy load.',
}) {}
