export * from './1795564800009-create-identity.js';
export * from './1796169600023-add-owners-masked.js';
