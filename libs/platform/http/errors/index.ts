export * from './refusal.js';
export { UsageError } from './usage-error.js';
