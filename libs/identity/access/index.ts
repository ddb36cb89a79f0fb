import './request.js';

export * from './caller.js';
export * from './clock-setting.js';
export * from './errors.js';
export * from './facades.js';
export { includesPermission, type Permission, type Scope, scopeOfPermission } from './permissions.js';
export { limitReads } from './limit-reads.js';
export * from './operation.js';
export * from './operations.js';
export * from './person.js';
export type { RejectedKey, Rejection } from './rejected-key.js';
export * from './registry-settings.js';
export * from './requires.js';
