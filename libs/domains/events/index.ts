export * from './domain-expired.js';
export * from './domain-expiring.js';
export * from './domain-registered.js';
export * from './domain-released.js';
export * from './domain-renewed.js';
