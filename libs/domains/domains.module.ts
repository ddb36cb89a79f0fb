import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { DomainsController, DomainsPortalController } from './domains.controller.js';
import { ExpireDue } from './expiry/expire-due.js';
import { Expiry } from './expiry/expiry.js';
import { FindRegistrations } from './find-registrations.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({
  imports: [TenancyModule],
  controllers: [DomainsController, DomainsPortalController],
  providers: [SearchDomain, FindRegistrations, Registrations, Expiry],
  exports: [Registrations, Expiry],
})
export class DomainsModule {}

/** Lets registrations expire; part of the worker. */
@Module({ imports: [DomainsModule, TenancyModule], providers: [ExpireDue] })
export class ExpiryModule {}
