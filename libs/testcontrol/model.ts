export { problemOfPattern } from './model/domain-pattern.js';
export { faultHeader, parseFaultHeader } from './model/fault-header.js';
export { OPERATIONS } from './model/fault-rule.js';
export { MAX_REASON_LENGTH, problemOfDelay } from './model/registry.js';
