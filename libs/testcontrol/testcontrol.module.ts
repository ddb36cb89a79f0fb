import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { TenancyModule } from '#tenancy';
import { ApiKeysModule } from '#api-keys';
import { UsageModule } from '#usage';
import { WebhooksModule } from '#webhooks';
import { ChangeClock } from './clock/change-clock.js';
import { ClockController } from './clock/clock.controller.js';
import { ClockPortalController } from './clock/clock.portal.controller.js';
import { ContinueChanges } from './clock/continue-changes.js';
import { ReadClock } from './clock/read-clock.js';
import { AddFault } from './faults/add-fault.js';
import { CallSubject } from './faults/call-subject.js';
import { ChooseRule } from './faults/choose-rule.js';
import { FaultGuard } from './faults/fault.guard.js';
import { NoFaultsOnLiveGuard } from './faults/no-faults-on-live.guard.js';
import { FaultsController } from './faults/faults.controller.js';
import { FaultsPortalController } from './faults/faults.portal.controller.js';
import { HeldRequests } from './held-requests.js';
import { InjectFault } from './faults/inject-fault.js';
import { ListFaults } from './faults/list-faults.js';
import { LiveRules } from './faults/live-rules.js';
import { RemoveFaults } from './faults/remove-faults.js';
import { EvidenceOf } from './journal/evidence.js';
import { JournalController } from './journal/journal.controller.js';
import { Journal } from './journal/journal.js';
import { Verify } from './journal/verify.js';
import { RunScenario } from './scenarios/portal/run-scenario.js';
import { ScenariosPortalController } from './scenarios/portal/scenarios.portal.controller.js';
import { ClockChanges } from './storage/clock-changes.js';
import { FaultRules } from './storage/fault-rules.js';
import { CreateWorld } from './worlds/create-world.js';
import { EndWorld } from './worlds/end-world.js';
import { ListWorlds } from './worlds/list-worlds.js';
import { OwnLimits } from './worlds/own-limits.js';
import { ReadWorld } from './worlds/read-world.js';
import { ResetPortalController } from './worlds/reset.portal.controller.js';
import { ResetWorld } from './worlds/reset-world.js';
import { RestoreWorld } from './worlds/restore-world.js';
import { WorldController } from './worlds/world.controller.js';
import { WorldsController } from './worlds/worlds.controller.js';
import { WorldsPortalController } from './worlds/worlds.portal.controller.js';

const faults = [AddFault, ListFaults, RemoveFaults, FaultRules];
const worlds = [CreateWorld, EndWorld, ListWorlds, OwnLimits, ReadWorld, ResetWorld, RestoreWorld];

@Module({
  imports: [TenancyModule, ApiKeysModule, DomainsModule, OrdersModule],
  providers: [ChangeClock, ReadClock, ClockChanges, ...faults, ...worlds],
  exports: [ChangeClock, ReadClock, ClockChanges, ...faults, ...worlds],
})
export class TestControlModule {}

/** For the process that serves the API and the portal. */
@Module({
  imports: [ApiKeysModule, TestControlModule, OrdersModule, TenancyModule, UsageModule, WebhooksModule],
  controllers: [
    ClockController,
    ClockPortalController,
    FaultsController,
    FaultsPortalController,
    JournalController,
    ResetPortalController,
    ScenariosPortalController,
    WorldController,
    WorldsController,
    WorldsPortalController,
  ],
  providers: [
    CallSubject,
    ChooseRule,
    FaultGuard,
    NoFaultsOnLiveGuard,
    HeldRequests,
    InjectFault,
    LiveRules,
    RunScenario,
    EvidenceOf,
    Journal,
    Verify,
  ],
  exports: [FaultGuard, NoFaultsOnLiveGuard],
})
export class TestControlApiModule {}

/** Part of the worker. */
@Module({ imports: [TestControlModule], providers: [ContinueChanges] })
export class TestControlWorkerModule {}
