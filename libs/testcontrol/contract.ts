export * from './contract/clock.js';
export * from './contract/faults.js';
export * from './contract/journal.js';
export * from './contract/registry.js';
export * from './contract/reset.js';
export * from './contract/snapshot.js';
export * from './contract/worlds.js';
export * from './contract/scenarios.js';
