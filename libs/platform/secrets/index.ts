export { type IdScope, OpaqueIds } from './opaque-ids.js';
export { encryptionKeyOf, hasEncryptionKey, storeEncryptionKey } from './key-file.js';
export { Secrets } from './secrets.js';
export { claimEncryptionKey, recordedKeyId, replaceEncryptionKey } from './installation-key.js';
