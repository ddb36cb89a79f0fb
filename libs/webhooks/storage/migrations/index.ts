export * from './1795564800008-create-webhooks.js';
export * from './1795737600018-add-environment-to-receivers.js';
