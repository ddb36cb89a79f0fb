import { Module } from '@nestjs/common';
import { ChangeTenant } from './change-tenant.js';
import { FindTenants } from './find-tenants.js';
import { HostDirectory } from './hosts/host-directory.js';
import { OwnHostNames } from './hosts/own-host-names.js';
import { TenantCache } from './tenant-cache.js';
import { CreateTenant } from './create-tenant.js';
import { TenantsPortalController } from './tenants.portal.controller.js';
import { ViewTenants } from './view-tenants.js';

const services = [CreateTenant, ChangeTenant, FindTenants, ViewTenants, TenantCache, HostDirectory];

@Module({ providers: [...services, OwnHostNames], exports: services })
export class TenancyModule {}

/** For the process that serves the portal. */
@Module({ imports: [TenancyModule], controllers: [TenantsPortalController] })
export class TenancyPortalModule {}
