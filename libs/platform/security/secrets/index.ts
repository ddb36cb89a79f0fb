export { type IdScope, OpaqueIds } from './opaque-ids.js';
export { encryptionKeysOf, hasEncryptionKey, replaceKeyFile, storeEncryptionKeys } from './key-file.js';
export { Secrets } from './secrets.js';
export { claimEncryptionKey, recordedKeyId, replaceEncryptionKey, requireRecordedKey } from './installation-key.js';
export { countSealed, resealAll, type SealedCounts } from './reseal.js';
