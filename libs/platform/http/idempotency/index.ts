export { type Blocked, Idempotency, type Result } from './idempotency.js';
export { fingerprintOf, idempotencyKey, type IdempotentRequest } from './idempotent-request.js';
