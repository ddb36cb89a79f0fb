import { Global, Module } from '@nestjs/common';
import { CheckoutModule } from '#checkout';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { DueEvents, TenancyModule } from '#tenancy';
import { AfterDueEvents } from './due/after-due-events.js';
import { RegistryEvents } from './due/registry-events.js';
import { Timeline } from './due/timeline.js';
import { CancelPortalController, RegistryController } from './registry.controller.js';
import { PlaceTransfer } from './transfers/place-transfer.js';
import { UndecidedOrders } from './undecided-orders.js';
import { WatchDueEvents } from './due/watch-due-events.js';
import { EndRegistration } from './registrations/end-registration.js';
import { FindRegistrations } from './registrations/find-registrations.js';
import { RegistrationChanges } from './registrations/registration-changes.js';
import { RegistrationEvents } from './registrations/registration-events.js';
import { RegistrationsController, RegistrationsPortalController } from './registrations/registrations.controller.js';
import { UpdateRegistration } from './registrations/update-registration.js';

/** Global, because checkout, which this module imports, injects `DueEvents`. */
@Global()
@Module({
  imports: [TenancyModule, DomainsModule, OrdersModule, CheckoutModule],
  providers: [
    RegistryEvents,
    Timeline,
    AfterDueEvents,
    UndecidedOrders,
    EndRegistration,
    FindRegistrations,
    RegistrationChanges,
    RegistrationEvents,
    UpdateRegistration,
    { provide: DueEvents, useExisting: RegistryEvents },
  ],
  exports: [
    RegistryEvents,
    Timeline,
    DueEvents,
    UndecidedOrders,
    EndRegistration,
    FindRegistrations,
    UpdateRegistration,
  ],
})
export class RegistryModule {}

/** Transfers, cancellations and the registrations resource, for the process that serves the API, the portal and storefronts. */
@Module({
  imports: [DomainsModule, OrdersModule, RegistryModule, TenancyModule],
  controllers: [RegistryController, CancelPortalController, RegistrationsController, RegistrationsPortalController],
  providers: [PlaceTransfer],
})
export class RegistryApiModule {}

/** Records due events; part of the worker. */
@Module({ imports: [RegistryModule, TenancyModule], providers: [WatchDueEvents] })
export class RegistryWorkerModule {}
