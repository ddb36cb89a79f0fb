export * from './1763683210000-create-accounts.js';
