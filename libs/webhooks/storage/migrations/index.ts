export * from './1795564800008-create-webhooks.js';
