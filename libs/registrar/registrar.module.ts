import { Module } from '@nestjs/common';
import { FindSwitch } from './find-switch.js';
import { NotConnected, RegistrarGateway } from './registrar-gateway.js';
import { KillSwitchGuard } from './kill-switch.guard.js';
import { RegistrarController } from './registrar.controller.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';
import { SwitchPortalController } from './switch.portal.controller.js';
import { SetSwitch } from './set-switch.js';

@Module({
  controllers: [RegistrarController, SwitchPortalController],
  providers: [
    KillSwitchGuard,
    KillSwitchRepository,
    SetSwitch,
    FindSwitch,
    { provide: RegistrarGateway, useClass: NotConnected },
  ],
  exports: [KillSwitchGuard, SetSwitch, FindSwitch],
})
export class RegistrarModule {}
