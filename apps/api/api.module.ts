import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AnswerErrors } from '#platform/http';
import { LoginModule } from '#accounts';
import { KeyGuardModule, KeysPortalModule } from '#api-keys';
import { CheckoutModule } from '#checkout';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistrarModule } from '#registrar';
import { RehearsalApiModule } from '#rehearsal';
import { StorefrontModule, StorefrontPortalModule } from '#storefront';
import { TenancyModule, TenancyPortalModule } from '#tenancy';
import { UsageModule } from '#usage';
import { FollowingModule, ReceiversApiModule, WebhooksPortalModule } from '#webhooks';
import { HealthModule } from '../health/health.module.js';
import { Drain } from './drain.js';

/** All HTTP endpoints. */
@Module({
  imports: [
    HealthModule,
    TenancyModule,
    KeyGuardModule,
    LoginModule,
    TenancyPortalModule,
    KeysPortalModule,
    DomainsModule,
    OrdersModule,
    CheckoutModule,
    RegistrarModule,
    UsageModule,
    RehearsalApiModule,
    FollowingModule,
    ReceiversApiModule,
    WebhooksPortalModule,
    StorefrontModule,
    StorefrontPortalModule,
  ],
  providers: [Drain, { provide: APP_FILTER, useClass: AnswerErrors }],
})
export class ApiModule {}
