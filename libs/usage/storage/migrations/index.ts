export * from './1763683206000-create-usage.js';
export * from './1763683221000-roll-up-usage.js';
export * from './1795358793000-mark-faults.js';
export * from './1795358802001-find-faults.js';
export * from './1795358803100-log-temporary-tenants.js';
export * from './1795392000000-keep-bodies.js';
export * from './1795398000000-search-requests-by-prefix.js';
export * from './1795398001000-log-unauthenticated.js';
