export { describeLimit, RequestLimits, type Tally } from './limits/request-limits.js';
export { ApiKeysModule, KeyGuardModule, KeysPortalModule } from './api-keys.module.js';
export { type IssuedKey, Keys } from './keys.js';
export { KeyGuard } from './key.guard.js';
export { MAX_LIMIT } from './model/errors.js';
export { isWellFormed, makeKeyValue } from './model/key-value.js';
export { RecordKeyUse } from './record-key-use.js';
export { apiKeysStorage } from './storage/storage.js';
