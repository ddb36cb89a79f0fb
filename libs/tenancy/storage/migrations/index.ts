export * from './1795564800001-create-tenancy.js';
export * from './1795651200012-add-registry-settings.js';
export * from './1795676886227-add-facades-to-tenants.js';
export * from './1796083200022-create-ended-tenants.js';
