export * from './1795358790000-create-clock-changes.js';
export * from './1795358792000-create-faults.js';
export * from './1795358803300-key-faults-by-tenant.js';
