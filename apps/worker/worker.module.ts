import { Module } from '@nestjs/common';
import { DispatchEventsModule } from '#platform/events';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { Cleanup } from './cleanup.js';

/** Background work: dispatch of events, deliveries, usage statistics and cleanup. */
@Module({ imports: [DispatchEventsModule, UsageConsumersModule, DeliveringModule], providers: [Cleanup] })
export class WorkerModule {}
