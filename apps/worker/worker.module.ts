import { Module } from '@nestjs/common';
import { DispatchEventsModule } from '#platform/events';
import { RegistrarWorkerModule } from '#registrar';
import { RegistryWorkerModule } from '#registry';
import { TestControlModule, TestControlWorkerModule } from '#testcontrol';
import { HostVerificationModule, TenancyModule } from '#tenancy';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { Cleanup } from './cleanup.js';
import { RemoveEndedTenants } from './remove-ended-tenants.js';

/** The worker: background work of all modules, cleanup, and removal of ended tenants. */
@Module({
  imports: [
    DispatchEventsModule,
    UsageConsumersModule,
    DeliveringModule,
    HostVerificationModule,
    RegistrarWorkerModule,
    RegistryWorkerModule,
    TestControlModule,
    TestControlWorkerModule,
    TenancyModule,
  ],
  providers: [Cleanup, RemoveEndedTenants],
})
export class WorkerModule {}
