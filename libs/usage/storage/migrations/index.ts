export * from './1795564800006-create-usage.js';
