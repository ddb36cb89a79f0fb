export { Idempotency } from './idempotency.js';
export { fingerprintOf, idempotencyKey, type IdempotentRequest } from './idempotent-request.js';
