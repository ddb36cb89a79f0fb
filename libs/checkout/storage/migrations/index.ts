export * from './1795564800005-create-checkout.js';
