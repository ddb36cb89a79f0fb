export * from './contract/charts.js';
export * from './contract/log.js';
export * from './contract/range.js';
