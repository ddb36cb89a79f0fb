import { Module } from '@nestjs/common';
import { NotConnected } from './gateway/not-connected.js';
import { RegistrarGateway } from './gateway/registrar-gateway.js';
import { KillSwitch } from './kill-switch.guard.js';
import { RegistrarController } from './registrar.controller.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';
import { TurnSwitch } from './turn-switch.js';

@Module({
  controllers: [RegistrarController],
  providers: [KillSwitch, KillSwitchRepository, TurnSwitch, { provide: RegistrarGateway, useClass: NotConnected }],
  exports: [KillSwitch, TurnSwitch],
})
export class RegistrarModule {}
