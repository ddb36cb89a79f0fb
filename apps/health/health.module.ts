import { Module } from '@nestjs/common';
import { EventLogModule } from '#platform/events';
import { DeliveryGaugesModule } from '#webhooks';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** Health checks and metrics, for API and worker processes. */
@Module({
  imports: [EventLogModule, DeliveryGaugesModule],
  controllers: [HealthController, MetricsController],
  providers: [Readiness],
  exports: [Readiness],
})
export class HealthModule {}
