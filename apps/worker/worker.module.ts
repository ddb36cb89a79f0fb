import { Module } from '@nestjs/common';
import { RelayModule } from '#platform/events';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { Cleanup } from './cleanup.js';

/** Background work: event relay, deliveries, usage statistics and cleanup. */
@Module({ imports: [RelayModule, UsageConsumersModule, DeliveringModule], providers: [Cleanup] })
export class WorkerModule {}
