import { Module } from '@nestjs/common';
import { DomainsController } from './domains.controller.js';
import { SearchDomain } from './search-domain.js';
import { Registrations } from './storage/registrations.js';

@Module({ controllers: [DomainsController], providers: [SearchDomain, Registrations], exports: [Registrations] })
export class DomainsModule {}
