export * from './domain-registered.js';
