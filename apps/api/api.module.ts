import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AnswerErrors } from '#platform';
import { KeyGuardModule } from '#api-keys';
import { CheckoutModule } from '#checkout';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistrarModule } from '#registrar';
import { TenancyModule } from '#tenancy';
import { UsageModule } from '#usage';
import { Drain } from './drain.js';
import { HealthController } from './health/health.controller.js';
import { MetricsController } from './health/metrics.controller.js';
import { Readiness } from './health/readiness.js';

/** Everything that answers HTTP. */
@Module({
  imports: [TenancyModule, KeyGuardModule, DomainsModule, OrdersModule, CheckoutModule, RegistrarModule, UsageModule],
  controllers: [HealthController, MetricsController],
  providers: [Drain, Readiness, { provide: APP_FILTER, useClass: AnswerErrors }],
})
export class ApiModule {}
