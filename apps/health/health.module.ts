import { Module } from '@nestjs/common';
import { PoolGauges } from '#platform/database';
import { EventLogModule } from '#platform/events';
import { ProcessReporter } from '#platform/process/reports';
import { GatewayModule, LiveGauges, REGISTRAR_PART, RegistrarCalls } from '#registrar';
import { DeliveryGaugesModule } from '#webhooks';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Health checks and metrics, for API and worker processes. */
@Module({
  imports: [EventLogModule, DeliveryGaugesModule, GatewayModule],
  controllers: [HealthController],
  providers: [Readiness, PoolGauges, ProcessReporter, LiveGauges],
  exports: [Readiness],
})
export class HealthModule {
  constructor(reporter: ProcessReporter, calls: RegistrarCalls) {
    reporter.parts.set(REGISTRAR_PART, () => calls.report());
  }
}
