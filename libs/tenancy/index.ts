export { BrandedHosts } from './branded-hosts.guard.js';
export { ChangeTenant } from './change-tenant.js';
export { FindTenants } from './find-tenants.js';
export { type CachedTenant, TenantCache } from './tenant-cache.js';
export { TenantExists } from './model/errors.js';
export type { Tenant } from './model/tenant.js';
export { CreateTenant, type NewTenant } from './create-tenant.js';
export { tenancyStorage } from './storage/storage.js';
export { TenancyModule, TenancyPortalModule } from './tenancy.module.js';
