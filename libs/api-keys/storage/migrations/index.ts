export * from './1795564800002-create-api-keys.js';
