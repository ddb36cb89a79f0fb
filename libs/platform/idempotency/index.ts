export { CLAIM_COLUMNS, DELETE_RESULTS, Idempotency } from './idempotency.js';
export { fingerprintOf, idempotencyKey, type OnceRequest } from './once.js';
