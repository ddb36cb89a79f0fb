import { Module } from '@nestjs/common';
import { DomainsController } from './domains.controller.js';
import { DomainsPortalController } from './domains.portal.controller.js';
import { FindRegistrations } from './find-registrations.js';
import { ReadRegistrations } from './read-registrations.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({
  controllers: [DomainsController, DomainsPortalController],
  providers: [SearchDomain, ReadRegistrations, FindRegistrations, Registrations],
  exports: [Registrations],
})
export class DomainsModule {}
