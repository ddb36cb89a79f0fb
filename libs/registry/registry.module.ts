import { Global, Module } from '@nestjs/common';
import { DueEvents, TenancyModule } from '#tenancy';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistryEvents } from './due/registry-events.js';
import { WatchDueEvents } from './due/watch-due-events.js';
import { FindRegistrations } from './registrations/find-registrations.js';
import { RegistrationsController, RegistrationsPortalController } from './registrations/registrations.controller.js';

/** Global, so that checkout, which this module uses, gets `DueEvents`. */
@Global()
@Module({
  imports: [TenancyModule],
  providers: [RegistryEvents, { provide: DueEvents, useExisting: RegistryEvents }],
  exports: [RegistryEvents, DueEvents],
})
export class RegistryModule {}

/** The registrations resource, for the process that serves the API, the portal and storefronts. */
@Module({
  imports: [DomainsModule, OrdersModule, RegistryModule, TenancyModule],
  controllers: [RegistrationsController, RegistrationsPortalController],
  providers: [FindRegistrations],
  exports: [FindRegistrations],
})
export class RegistryApiModule {}

/** Lets happen what is due; part of the worker. */
@Module({ imports: [RegistryModule, TenancyModule], providers: [WatchDueEvents] })
export class RegistryWorkerModule {}
