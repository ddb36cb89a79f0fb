import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#api-keys';
import { OrdersModule } from '#orders';
import { TenancyModule } from '#tenancy';
import { WebhooksModule } from '#webhooks';
import { Charts } from './charts/charts.js';
import { Limits } from './charts/limits.js';
import { CountRegistrations } from './count-registrations.js';
import { ReadLog } from './read-log.js';
import { FindPurchase } from './purchase/find-purchase.js';
import { PurchasePortalController } from './purchase/purchase.portal.controller.js';
import { RecordUsage } from './record-usage.js';
import { Refusals } from './requests/refusals.js';
import { Requests } from './requests/requests.js';
import { RequestsPortalController } from './requests/requests.portal.controller.js';
import { RollUpHours } from './roll-up-hours.js';
import { Senders } from './senders.js';
import { FindUnauthenticated } from './unauthenticated/find-unauthenticated.js';
import { RecordUnauthenticated } from './unauthenticated/record-unauthenticated.js';
import { UnauthenticatedPortalController } from './unauthenticated/unauthenticated.portal.controller.js';
import { UsagePortalController } from './usage.portal.controller.js';

/** Reads the request log, also in a worker. */
@Module({ providers: [ReadLog], exports: [ReadLog] })
export class UsageLogModule {}

/** Logs requests and serves the portal's statistics. */
@Module({
  imports: [ApiKeysModule, OrdersModule, TenancyModule, UsageLogModule, WebhooksModule],
  controllers: [
    UsagePortalController,
    RequestsPortalController,
    PurchasePortalController,
    UnauthenticatedPortalController,
  ],
  providers: [
    RecordUsage,
    Charts,
    Limits,
    Senders,
    Requests,
    Refusals,
    FindPurchase,
    FindUnauthenticated,
    RecordUnauthenticated,
  ],
  exports: [FindPurchase, UsageLogModule, RecordUsage, RecordUnauthenticated],
})
export class UsageModule {}

/** Consumes events and rolls up usage; for the worker. */
@Module({ providers: [CountRegistrations, RollUpHours] })
export class UsageConsumersModule {}
