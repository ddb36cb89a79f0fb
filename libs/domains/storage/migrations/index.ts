export * from './1795564800003-create-domains.js';
