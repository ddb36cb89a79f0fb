export * from './1763683205000-create-payments.js';
