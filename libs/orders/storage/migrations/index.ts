export * from './1795564800004-create-orders.js';
export * from './1795651200014-add-registry-decisions.js';
export * from './1795694400015-create-undecided-orders.js';
export * from './1795694400017-leave-space-in-orders.js';
