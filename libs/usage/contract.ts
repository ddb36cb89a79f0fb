export * from './contract/activity.js';
export * from './contract/charts.js';
export * from './contract/limits.js';
export * from './contract/keys.js';
export * from './contract/log.js';
export * from './contract/purchase.js';
export * from './contract/refusal.js';
export * from './contract/unauthenticated.js';
