export * from './1795564800004-create-orders.js';
