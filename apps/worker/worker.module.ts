import { Module } from '@nestjs/common';
import { DispatchEventsModule } from '#platform/events';
import { HostVerificationModule } from '#tenancy';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { Cleanup } from './cleanup.js';

/** Background work: dispatch of events, deliveries, usage statistics, host verification and cleanup. */
@Module({
  imports: [DispatchEventsModule, UsageConsumersModule, DeliveringModule, HostVerificationModule],
  providers: [Cleanup],
})
export class WorkerModule {}
