export { problemOfPattern } from './model/domain-pattern.js';
export { faultHeader, parseFaultHeader } from './model/fault-header.js';
export { OPERATIONS } from './model/fault-rule.js';
export { problemOfDelay } from './model/registry-delay.js';
