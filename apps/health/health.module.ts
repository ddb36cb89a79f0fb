import { Module } from '@nestjs/common';
import { PoolGauges } from '#platform/database';
import { EventLogModule } from '#platform/events';
import { DescribeProcess } from '#platform/process/reports';
import { DeliveryGaugesModule } from '#webhooks';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Health checks and metrics, for API and worker processes. */
@Module({
  imports: [EventLogModule, DeliveryGaugesModule],
  controllers: [HealthController],
  providers: [Readiness, PoolGauges, DescribeProcess],
  exports: [Readiness],
})
export class HealthModule {}
