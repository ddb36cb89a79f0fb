export * from './1795564800007-create-registrar.js';
export * from './1795824000019-create-purchases.js';
export * from './1795910400020-create-reconciliations.js';
