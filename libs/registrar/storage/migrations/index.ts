export * from './1795564800007-create-registrar.js';
