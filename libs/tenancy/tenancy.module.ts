import { Module } from '@nestjs/common';
import { BrandedHosts } from './branded-hosts.guard.js';
import { ChangeTenant } from './change-tenant.js';
import { FindTenants } from './find-tenants.js';
import { TenantCache } from './tenant-cache.js';
import { CreateTenant } from './create-tenant.js';
import { TenantsPortalController } from './tenants.portal.controller.js';

const services = [CreateTenant, ChangeTenant, FindTenants, TenantCache, BrandedHosts];

@Module({ providers: services, exports: services })
export class TenancyModule {}

/** For the process that serves the portal. */
@Module({ imports: [TenancyModule], controllers: [TenantsPortalController] })
export class TenancyPortalModule {}
