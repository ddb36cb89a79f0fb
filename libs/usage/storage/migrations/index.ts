export * from './1795564800006-create-usage.js';
export * from './1795651200000-add-attempts-to-requests.js';
export * from './1795656000000-add-facade-to-requests.js';
export * from './1795996800021-add-fault-kind-to-requests.js';
