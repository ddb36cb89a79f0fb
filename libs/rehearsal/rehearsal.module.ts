import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { TenancyModule } from '#tenancy';
import { ChangeClock } from './clock/change-clock.js';
import { ClockController } from './clock/clock.controller.js';
import { ClockPortalController } from './clock/clock.portal.controller.js';
import { ContinueChanges } from './clock/continue-changes.js';
import { ReadClock } from './clock/read-clock.js';
import { ClockChanges } from './storage/clock-changes.js';

@Module({
  imports: [TenancyModule, DomainsModule, OrdersModule],
  providers: [ChangeClock, ReadClock, ClockChanges],
  exports: [ChangeClock, ReadClock, ClockChanges],
})
export class RehearsalModule {}

/** For the process that serves the API and the portal. */
@Module({ imports: [RehearsalModule], controllers: [ClockController, ClockPortalController] })
export class RehearsalApiModule {}

/** Part of the worker. */
@Module({ imports: [RehearsalModule], providers: [ContinueChanges] })
export class RehearsalWorkerModule {}
