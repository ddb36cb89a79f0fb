import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { CheckDomains } from './check-domains.js';
import { DomainsController } from './domains.controller.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({
  imports: [TenancyModule],
  controllers: [DomainsController],
  providers: [SearchDomain, CheckDomains, Registrations],
  exports: [SearchDomain, CheckDomains, Registrations],
})
export class DomainsModule {}
