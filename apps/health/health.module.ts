import { Module } from '@nestjs/common';
import { OutboxGaugesModule } from '#platform/events';
import { DeliveryGaugesModule } from '#webhooks';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** What orchestrators and monitoring ask of a process, whatever its work is. */
@Module({
  imports: [OutboxGaugesModule, DeliveryGaugesModule],
  controllers: [HealthController, MetricsController],
  providers: [Readiness],
  exports: [Readiness],
})
export class HealthModule {}
