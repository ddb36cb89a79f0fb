export * from './contract/charts.js';
export * from './contract/log.js';
