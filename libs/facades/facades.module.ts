import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistryModule } from '#registry';
import { TenancyModule } from '#tenancy';
import { Contacts } from './contacts.js';
import { FindNumbered } from './find-numbered.js';
import { Numbers } from './numbers.js';
import { SearchKeyword } from './search-keyword.js';

/** What facades need besides the sandbox: contacts, and the numbers of domains and orders. */
@Module({
  imports: [DomainsModule, OrdersModule, RegistryModule, TenancyModule],
  providers: [Contacts, FindNumbered, Numbers, SearchKeyword],
})
export class FacadesModule {}
