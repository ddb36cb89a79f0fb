import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators, ForPeople, type Person, CurrentPerson } from '#identity/access';
import { ValidBody, ValidQuery } from '#platform/http';
import { ApiAnswer } from '#platform/http/openapi';
import { RegistrarView, SwitchChange, SwitchHistory, SwitchHistoryQuery } from './contract.js';
import { KillSwitch } from './kill-switch.js';
import { checkConfirmation, type SwitchState } from './model/kill-switch.js';
import { RegistrarGateway } from './registrar-gateway.js';

@ApiTags('Kill switch')
@Controller('portal/api/registrar')
export class KillSwitchPortalController {
  constructor(
    private readonly toggle: KillSwitch,
    private readonly registrar: RegistrarGateway,
  ) {}

  @Get()
  @ForPeople()
  @ApiOperation({
    summary: 'Get the kill switch',
    description: 'Returns whether the live registrar API is switched on, and the last change.',
  })
  @ApiAnswer(200, RegistrarView, 'The state of the kill switch.')
  async killSwitch() {
    return this.view(await this.toggle.state());
  }

  @Get('history')
  @ForPeople()
  @ApiOperation({
    summary: 'List changes of the kill switch',
    description: 'Returns all changes of the kill switch, newest first.',
  })
  @ApiAnswer(200, SwitchHistory, 'A page of changes.')
  killSwitchHistory(@ValidQuery() query: SwitchHistoryQuery) {
    return this.toggle.history(query);
  }

  @Post()
  @ForOperators()
  @ApiOperation({
    summary: 'Set the kill switch',
    description: 'Switches the live registrar API on or off. Applies to every request sent after the response.',
  })
  @ApiAnswer(200, RegistrarView, 'The new state of the kill switch.')
  async turnKillSwitch(@CurrentPerson() by: Person, @ValidBody() { state, reason, confirm }: SwitchChange) {
    checkConfirmation(state, confirm);
    return this.view(await this.toggle.set({ on: state === 'on', reason }, by));
  }

  private view(state: SwitchState): RegistrarView {
    return { ...this.toggle.view(state), connected: this.registrar.connected };
  }
}
