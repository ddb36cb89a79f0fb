import { Module } from '@nestjs/common';
import { NotConnected, RegistrarGateway } from './registrar-gateway.js';
import { KillSwitch } from './kill-switch.js';
import { KillSwitchGuard } from './kill-switch.guard.js';
import { RegistrarController } from './registrar.controller.js';
import { KillSwitchPortalController } from './kill-switch.portal.controller.js';

@Module({
  controllers: [RegistrarController, KillSwitchPortalController],
  providers: [KillSwitch, KillSwitchGuard, { provide: RegistrarGateway, useClass: NotConnected }],
  exports: [KillSwitch, KillSwitchGuard],
})
export class RegistrarModule {}
