import { Module } from '@nestjs/common';
import { DispatchEventsModule } from '#platform/events';
import { ExpiryModule } from '#domains';
import { RehearsalWorkerModule } from '#rehearsal';
import { HostVerificationModule } from '#tenancy';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { Cleanup } from './cleanup.js';

/** Background work: dispatch of events, deliveries, usage statistics, host verification, expiry and cleanup. */
@Module({
  imports: [
    DispatchEventsModule,
    UsageConsumersModule,
    DeliveringModule,
    HostVerificationModule,
    ExpiryModule,
    RehearsalWorkerModule,
  ],
  providers: [Cleanup],
})
export class WorkerModule {}
