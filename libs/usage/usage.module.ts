import { Module } from '@nestjs/common';
import { CountRegistrations } from './count-registrations.js';
import { RecordUsage } from './record-usage.js';
import { RequestLog } from './storage/request-log.js';

/** For the process that answers requests. */
@Module({ providers: [RecordUsage, RequestLog], exports: [RecordUsage] })
export class UsageModule {}

/** For the process that hears events. */
@Module({ providers: [CountRegistrations] })
export class UsageConsumersModule {}
