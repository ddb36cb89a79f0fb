import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { DomainsController, DomainsPortalController } from './domains.controller.js';
import { FindRegistrations } from './find-registrations.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({
  imports: [TenancyModule],
  controllers: [DomainsController, DomainsPortalController],
  providers: [SearchDomain, FindRegistrations, Registrations],
  exports: [Registrations],
})
export class DomainsModule {}
