export * from './1763683201000-create-tenants.js';
export * from './1763683212000-suspend-tenants.js';
export * from './1763856000000-create-hosts.js';
export * from './1795347320000-add-missing-since.js';
export * from './1795358788000-create-clocks.js';
export * from './1795358802000-record-resets.js';
export * from './1795358803000-add-temporary-tenants.js';
export * from './1795900000000-lock-real-clocks.js';
