import { Global, Module } from '@nestjs/common';
import { DueEvents, TenancyModule } from '#tenancy';
import { RegistryEvents } from './due/registry-events.js';
import { WatchDueEvents } from './due/watch-due-events.js';

/** Global, so that checkout, which this module uses, gets `DueEvents`. */
@Global()
@Module({
  imports: [TenancyModule],
  providers: [RegistryEvents, { provide: DueEvents, useExisting: RegistryEvents }],
  exports: [RegistryEvents, DueEvents],
})
export class RegistryModule {}

/** Lets happen what is due; part of the worker. */
@Module({ imports: [RegistryModule, TenancyModule], providers: [WatchDueEvents] })
export class RegistryWorkerModule {}
