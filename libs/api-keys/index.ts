export { ApiKeysModule, KeyGuardModule, KeysPortalModule } from './api-keys.module.js';
export { ChangeKey } from './change-key.js';
export { FindKeys } from './find-keys.js';
export { IssueKey } from './issue-key.js';
export { KeyGuard } from './key.guard.js';
export { isWellFormed } from './model/key-value.js';
export { RecordKeyUse } from './record-key-use.js';
export { RevokeKey } from './revoke-key.js';
export { apiKeysStorage } from './storage/storage.js';
