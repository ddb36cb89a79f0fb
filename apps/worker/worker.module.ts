import { Module } from '@nestjs/common';
import { RelayModule } from '#platform/events';
import { UsageConsumersModule } from '#usage';
import { DeliveringModule } from '#webhooks';
import { CleanUp } from './clean-up.js';

/** Everything that works without being asked: events are told to those who hear them, and what is done with is removed. */
@Module({ imports: [RelayModule, UsageConsumersModule, DeliveringModule], providers: [CleanUp] })
export class WorkerModule {}
