import { type FactoryProvider, Module } from '@nestjs/common';
import { KeyGuardModule } from '#api-keys';
import { TenancyModule } from '#tenancy';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Accounts } from './accounts.js';
import { AskRegistrar } from './ask-registrar.js';
import { CheckOutLive } from './check-out-live.js';
import { Dnsimple } from './drivers/dnsimple/dnsimple.js';
import { FindLive } from './find-live.js';
import { KillSwitch } from './kill-switch.js';
import { KillSwitchGuard } from './kill-switch.guard.js';
import { KillSwitchPortalController } from './kill-switch.portal.controller.js';
import { LiveOrderSummaries } from './live-order-summaries.js';
import { Outcomes } from './outcomes.js';
import { PlaceLiveOrder } from './place-live-order.js';
import { Purchases } from './purchases.js';
import { Reconcile } from './reconcile.js';
import { Reconciliations } from './reconciliations.js';
import { RegistrarCalls } from './registrar-calls.js';
import { RegistrarController } from './registrar.controller.js';
import { RegistrarPortalController } from './registrar.portal.controller.js';
import { NotConnected, RegistrarGateway } from './registrar-gateway.js';
import { RegistrarStatus } from './registrar-status.js';
import { StuckOrders } from './stuck-orders.js';
import { WatchPurchases } from './watch-purchases.js';

/** The registrar that the settings select. */
const gateway: FactoryProvider<RegistrarGateway> = {
  provide: RegistrarGateway,
  inject: [SETTINGS, RegistrarCalls],
  useFactory: (settings: Settings, calls: RegistrarCalls) =>
    settings.registrar === 'dnsimple' ? new Dnsimple(calls, settings) : new NotConnected(),
};

/** Services that do not call the registrar. The command line uses only these. */
@Module({
  providers: [KillSwitch, Accounts, Outcomes, StuckOrders, Reconciliations, RegistrarStatus],
  exports: [KillSwitch, Accounts, Outcomes, StuckOrders, Reconciliations, RegistrarStatus],
})
export class RegistrarModule {}

/** The connected registrar. */
@Module({
  imports: [KeyGuardModule],
  providers: [RegistrarCalls, gateway],
  exports: [RegistrarCalls, RegistrarGateway],
})
export class GatewayModule {}

/** The live API, and the routes about the registrar in the portal. */
@Module({
  imports: [RegistrarModule, GatewayModule, TenancyModule],
  controllers: [RegistrarController, KillSwitchPortalController, RegistrarPortalController],
  providers: [KillSwitchGuard, AskRegistrar, PlaceLiveOrder, CheckOutLive, FindLive, LiveOrderSummaries],
  exports: [RegistrarModule, KillSwitchGuard],
})
export class RegistrarApiModule {}

/** Buys the domains of paid live orders, and reconciles daily with the registrar; part of the worker. */
@Module({ imports: [RegistrarModule, GatewayModule], providers: [Purchases, WatchPurchases, Reconcile] })
export class RegistrarWorkerModule {}
