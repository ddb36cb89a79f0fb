export { Idempotency } from './idempotency.js';
export { fingerprintOf, idempotencyKey, type OnceRequest } from './once.js';
