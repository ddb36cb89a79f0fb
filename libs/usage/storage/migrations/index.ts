export * from './1763683206000-create-usage.js';
export * from './1763683221000-roll-up-usage.js';
export * from './1795358793000-mark-faults.js';
export * from './1795358802001-find-faults.js';
export * from './1795358803100-log-temporary-tenants.js';
