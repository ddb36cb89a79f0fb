import { Module } from '@nestjs/common';
import { BrandedHosts } from './branded-hosts.guard.js';
import { FindTenants } from './find-tenants.js';
import { KnownTenants } from './known-tenants.js';
import { OpenTenant } from './open-tenant.js';

const doors = [OpenTenant, FindTenants, KnownTenants, BrandedHosts];

@Module({ providers: doors, exports: doors })
export class TenancyModule {}
