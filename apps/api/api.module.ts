import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ErrorFilter, HostHeaderGuard, MediaTypesGuard, RouteExistsGuard } from '#platform/http';
import { LoginModule, PersonGuard } from '#identity';
import { KeyGuard, KeyGuardModule, KeysPortalModule } from '#api-keys';
import { CheckoutModule } from '#checkout';
import { DomainsModule } from '#domains';
import { FacadesModule } from '#facades';
import { OrdersModule } from '#orders';
import { KillSwitchGuard, RegistrarApiModule } from '#registrar';
import { RegistryApiModule } from '#registry';
import { FaultGuard, NoFaultsOnLiveGuard, TestControlApiModule } from '#testcontrol';
import { StorefrontModule, StorefrontPortalModule } from '#storefront';
import { TenancyModule, TenancyPortalModule } from '#tenancy';
import { UsageModule } from '#usage';
import { FollowingModule, ReceiversApiModule, WebhooksPortalModule } from '#webhooks';
import { HealthModule } from '../health/health.module.js';
import { Drain } from './drain.js';

/** The guards of every request, in the order in which `runGuardsBeforeBody` runs them. */
const GUARDS = [
  HostHeaderGuard,
  KillSwitchGuard,
  NoFaultsOnLiveGuard,
  RouteExistsGuard,
  KeyGuard,
  PersonGuard,
  MediaTypesGuard,
  FaultGuard,
];

@Module({
  imports: [
    HealthModule,
    TenancyModule,
    KeyGuardModule,
    LoginModule,
    TenancyPortalModule,
    KeysPortalModule,
    DomainsModule,
    RegistryApiModule,
    OrdersModule,
    CheckoutModule,
    RegistrarApiModule,
    UsageModule,
    TestControlApiModule,
    FollowingModule,
    ReceiversApiModule,
    WebhooksPortalModule,
    FacadesModule,
    StorefrontModule,
    StorefrontPortalModule,
  ],
  providers: [
    Drain,
    { provide: APP_FILTER, useClass: ErrorFilter },
    HostHeaderGuard,
    RouteExistsGuard,
    MediaTypesGuard,
    ...GUARDS.map(useExisting => ({ provide: APP_GUARD, useExisting })),
  ],
})
export class ApiModule {}
