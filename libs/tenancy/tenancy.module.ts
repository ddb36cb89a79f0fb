import { Module } from '@nestjs/common';
import { ChangeTenant } from './change-tenant.js';
import { TenantClocks } from './clock/tenant-clocks.js';
import { CreateTenant } from './create-tenant.js';
import { FindTenants } from './find-tenants.js';
import { AddHost } from './hosts/add-host.js';
import { CheckDueHosts } from './hosts/check-due-hosts.js';
import { CheckHost } from './hosts/check-host.js';
import { FindHosts } from './hosts/find-hosts.js';
import { HostDirectory } from './hosts/host-directory.js';
import { HostsPortalController } from './hosts/hosts.portal.controller.js';
import { OwnHostNames } from './hosts/own-host-names.js';
import { RemoveHost } from './hosts/remove-host.js';
import { TlsAskController } from './hosts/tls-ask.controller.js';
import { TxtRecords } from './hosts/txt-records.js';
import { VerifyHost } from './hosts/verify-host.js';
import { HostRepository } from './storage/host.repository.js';
import { TemporaryTenants } from './storage/temporary-tenants.js';
import { ClockRepository } from './storage/clock.repository.js';
import { TenantCache } from './tenant-cache.js';
import { TenantsPortalController } from './tenants.portal.controller.js';
import { ViewTenants } from './view-tenants.js';

const tenants = [CreateTenant, ChangeTenant, FindTenants, ViewTenants, TenantCache, TemporaryTenants];
const clocks = [TenantClocks, ClockRepository];
const hosts = [AddHost, CheckHost, VerifyHost, RemoveHost, FindHosts, HostDirectory];

@Module({
  providers: [...tenants, ...hosts, ...clocks, OwnHostNames, HostRepository, TxtRecords],
  exports: [...tenants, ...hosts, ...clocks],
})
export class TenancyModule {}

/** For the process that serves the portal. */
@Module({ imports: [TenancyModule], controllers: [TenantsPortalController, HostsPortalController] })
export class TenancyPortalModule {}

/** Checks host names; part of the worker. */
@Module({ imports: [TenancyModule], providers: [CheckDueHosts] })
export class HostVerificationModule {}

/** For the internal port of a worker process. */
@Module({ imports: [TenancyModule], controllers: [TlsAskController] })
export class TlsAskModule {}
