import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#api-keys';
import { WebhooksModule } from '#webhooks';
import { FindLatency } from './charts/find-latency.js';
import { FindOverview } from './charts/find-overview.js';
import { FindSeries } from './charts/find-series.js';
import { RankErrors } from './charts/rank-errors.js';
import { CountRegistrations } from './count-registrations.js';
import { FindRequestKeys } from './find-request-keys.js';
import { FlushLog } from './flush-log.js';
import { ReadLog } from './read-log.js';
import { RecordUsage } from './record-usage.js';
import { FindRequests } from './requests/find-requests.js';
import { RequestsPortalController } from './requests/requests.portal.controller.js';
import { RollUpHours } from './roll-up-hours.js';
import { UsagePortalController } from './usage.portal.controller.js';

/** Logs requests and serves the portal's statistics. */
@Module({
  imports: [ApiKeysModule, WebhooksModule],
  controllers: [UsagePortalController, RequestsPortalController],
  providers: [
    RecordUsage,
    FlushLog,
    ReadLog,
    FindOverview,
    FindSeries,
    FindLatency,
    RankErrors,
    FindRequestKeys,
    FindRequests,
  ],
  exports: [ReadLog, RecordUsage],
})
export class UsageModule {}

/** Consumes events and rolls up usage; for the worker. */
@Module({ providers: [CountRegistrations, RollUpHours] })
export class UsageConsumersModule {}
