import { Module } from '@nestjs/common';
import { BrandedHosts } from './branded-hosts.guard.js';
import { ChangeTenant } from './change-tenant.js';
import { FindTenants } from './find-tenants.js';
import { KnownTenants } from './known-tenants.js';
import { OpenTenant } from './open-tenant.js';
import { TenantsPortalController } from './tenants.portal.controller.js';

const doors = [OpenTenant, ChangeTenant, FindTenants, KnownTenants, BrandedHosts];

@Module({ providers: doors, exports: doors })
export class TenancyModule {}

/** For the process that the portal is served by. */
@Module({ imports: [TenancyModule], controllers: [TenantsPortalController] })
export class TenancyPortalModule {}
