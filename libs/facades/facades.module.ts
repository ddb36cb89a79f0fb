import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistryModule } from '#registry';
import { TenancyModule } from '#tenancy';
import { Contacts } from './contacts.js';
import { FindByNumber } from './find-by-number.js';
import { Numbers } from './numbers.js';
import { SearchKeyword } from './search-keyword.js';

/** Contacts and the numeric IDs of domains and orders, which only facades use. */
@Module({
  imports: [DomainsModule, OrdersModule, RegistryModule, TenancyModule],
  providers: [Contacts, FindByNumber, Numbers, SearchKeyword],
})
export class FacadesModule {}
