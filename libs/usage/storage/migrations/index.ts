export * from './1795564800006-create-usage.js';
export * from './1795651200000-add-attempts-to-requests.js';
