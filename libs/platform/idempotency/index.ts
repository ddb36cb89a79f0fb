export { CLAIM_COLUMNS, FORGET_DECISIONS, Idempotency } from './idempotency.js';
export { fingerprintOf, idempotencyKey, type OnceRequest } from './once.js';
