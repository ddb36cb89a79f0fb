import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { RegistryApiModule, RegistryModule } from '#registry';
import { TenancyModule } from '#tenancy';
import { ApiKeysModule } from '#api-keys';
import { UsageLogModule, UsageModule } from '#usage';
import { ClockControl } from './clock/clock-control.js';
import { ClockController, ClockPortalController } from './clock/clock.controller.js';
import { ContinueChanges } from './clock/continue-changes.js';
import { Explorations } from './explorations/explorations.js';
import { ExplorationsController, ExplorationsPortalController } from './explorations/explorations.controller.js';
import { AlterEvents } from './faults/alter-events.js';
import { ChooseFault } from './faults/choose-fault.js';
import { Faults } from './faults/faults.js';
import { FaultsController, FaultsPortalController } from './faults/faults.controller.js';
import { FaultGuard } from './faults/fault.guard.js';
import { NoFaultsOnLiveGuard } from './faults/no-faults-on-live.guard.js';
import { HeldRequests } from './held-requests.js';
import { InjectFault } from './faults/inject-fault.js';
import { EvidenceReader } from './journal/evidence.js';
import { JournalController } from './journal/journal.controller.js';
import { Journal } from './journal/journal.js';
import { Verify } from './journal/verify.js';
import { RunScenario } from './scenarios/portal/run-scenario.js';
import { ScenariosPortalController } from './scenarios/portal/scenarios.portal.controller.js';
import { RegistryControl } from './registry/registry-control.js';
import { RegistryControlController, RegistryPortalController } from './registry/registry.controller.js';
import { ClockChanges } from './storage/clock-changes.js';
import { FaultRules } from './storage/fault-rules.js';
import { CreateWorld } from './worlds/create-world.js';
import { ResetWorld } from './worlds/reset-world.js';
import { Snapshots } from './worlds/snapshots.js';
import { ResetPortalController, WorldController } from './worlds/world.controller.js';
import { WorldStories } from './worlds/world-stories.js';
import { Worlds } from './worlds/worlds.js';
import { WorldsController, WorldsPortalController } from './worlds/worlds.controller.js';

const services = [
  ClockControl,
  ClockChanges,
  AlterEvents,
  Faults,
  FaultRules,
  CreateWorld,
  Worlds,
  WorldStories,
  Snapshots,
  ResetWorld,
  RegistryControl,
];

@Module({
  imports: [TenancyModule, ApiKeysModule, DomainsModule, OrdersModule, RegistryModule, UsageLogModule],
  providers: services,
  exports: services,
})
export class TestControlModule {}

/** For the process that serves the API and the portal. */
@Module({
  imports: [ApiKeysModule, TestControlModule, OrdersModule, RegistryApiModule, TenancyModule, UsageModule],
  controllers: [
    ClockController,
    ClockPortalController,
    ExplorationsController,
    ExplorationsPortalController,
    FaultsController,
    FaultsPortalController,
    JournalController,
    RegistryControlController,
    RegistryPortalController,
    ResetPortalController,
    ScenariosPortalController,
    WorldController,
    WorldsController,
    WorldsPortalController,
  ],
  providers: [
    Explorations,
    FaultGuard,
    NoFaultsOnLiveGuard,
    HeldRequests,
    InjectFault,
    ChooseFault,
    RunScenario,
    EvidenceReader,
    Journal,
    Verify,
  ],
  exports: [FaultGuard, NoFaultsOnLiveGuard],
})
export class TestControlApiModule {}

/** Part of the worker. */
@Module({ imports: [TestControlModule], providers: [ContinueChanges] })
export class TestControlWorkerModule {}
