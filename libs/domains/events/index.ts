export * from './domain-registered.js';
export * from './domain-renewed.js';
