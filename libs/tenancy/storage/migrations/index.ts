export * from './1795564800001-create-tenancy.js';
