import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#api-keys';
import { OrdersModule } from '#orders';
import { WebhooksModule } from '#webhooks';
import { ExportUsage } from './charts/export-usage.js';
import { FindLatency } from './charts/find-latency.js';
import { FindOverview } from './charts/find-overview.js';
import { FindSeries } from './charts/find-series.js';
import { RankErrors } from './charts/rank-errors.js';
import { CountRegistrations } from './count-registrations.js';
import { FindRequestKeys } from './find-request-keys.js';
import { FlushLog } from './flush-log.js';
import { ReadLog } from './read-log.js';
import { FindPurchase } from './purchase/find-purchase.js';
import { PurchasePortalController } from './purchase/purchase.portal.controller.js';
import { RecordUsage } from './record-usage.js';
import { FindExchange } from './requests/find-exchange.js';
import { FindRequests } from './requests/find-requests.js';
import { RequestsPortalController } from './requests/requests.portal.controller.js';
import { RollUpHours } from './roll-up-hours.js';
import { FindUnauthenticated } from './unauthenticated/find-unauthenticated.js';
import { RecordUnauthenticated } from './unauthenticated/record-unauthenticated.js';
import { UnauthenticatedPortalController } from './unauthenticated/unauthenticated.portal.controller.js';
import { UsagePortalController } from './usage.portal.controller.js';

/** Logs requests and serves the portal's statistics. */
@Module({
  imports: [ApiKeysModule, OrdersModule, WebhooksModule],
  controllers: [
    UsagePortalController,
    RequestsPortalController,
    PurchasePortalController,
    UnauthenticatedPortalController,
  ],
  providers: [
    RecordUsage,
    FlushLog,
    ReadLog,
    FindOverview,
    FindSeries,
    FindLatency,
    RankErrors,
    ExportUsage,
    FindRequestKeys,
    FindRequests,
    FindExchange,
    FindPurchase,
    FindUnauthenticated,
    RecordUnauthenticated,
  ],
  exports: [FindPurchase, ReadLog, RecordUsage, RecordUnauthenticated],
})
export class UsageModule {}

/** Consumes events and rolls up usage; for the worker. */
@Module({ providers: [CountRegistrations, RollUpHours] })
export class UsageConsumersModule {}
