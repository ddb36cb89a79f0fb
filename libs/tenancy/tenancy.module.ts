import { Module } from '@nestjs/common';
import { TenantClocks } from './clock/tenant-clocks.js';
import { CheckDueHosts } from './hosts/check-due-hosts.js';
import { HostDirectory } from './hosts/host-directory.js';
import { Hosts } from './hosts/hosts.js';
import { HostsPortalController } from './hosts/hosts.portal.controller.js';
import { OnDemandTlsController } from './hosts/on-demand-tls.controller.js';
import { TemporaryTenants } from './storage/temporary-tenants.js';
import { ClockRepository } from './storage/clock.repository.js';
import { TenantCache } from './tenant-cache.js';
import { TenantsPortalController } from './tenants.portal.controller.js';
import { Tenants } from './tenants.js';

const services = [Tenants, TenantCache, TemporaryTenants, TenantClocks, ClockRepository, Hosts, HostDirectory];

@Module({
  providers: services,
  exports: services,
})
export class TenancyModule {}

/** For the process that serves the portal. */
@Module({ imports: [TenancyModule], controllers: [TenantsPortalController, HostsPortalController] })
export class TenancyPortalModule {}

/** Checks host names; part of the worker. */
@Module({ imports: [TenancyModule], providers: [CheckDueHosts] })
export class HostVerificationModule {}

/** For the internal port of a worker process. */
@Module({ imports: [TenancyModule], controllers: [OnDemandTlsController] })
export class TlsAskModule {}
