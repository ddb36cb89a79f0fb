import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { DomainsController } from './domains.controller.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({
  imports: [TenancyModule],
  controllers: [DomainsController],
  providers: [SearchDomain, Registrations],
  exports: [Registrations],
})
export class DomainsModule {}
