export * from './1795564800003-create-domains.js';
export * from './1795651200013-add-registry-members.js';
export * from './1795694400016-compare-domains-by-code-point.js';
