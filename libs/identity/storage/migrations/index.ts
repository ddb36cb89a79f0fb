export * from './1795564800009-create-identity.js';
