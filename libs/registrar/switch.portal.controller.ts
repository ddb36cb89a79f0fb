import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForOperators,
  ForPeople,
  type Person,
  ThePerson,
  ValidBody,
  ValidQuery,
} from '#platform';
import { RegistrarView, SwitchChange, SwitchHistory, SwitchHistoryQuery } from './contract.js';
import { FindSwitch } from './find-switch.js';
import { checkConfirmation } from './model/kill-switch.js';
import { TurnSwitch } from './turn-switch.js';

@ApiTags('Kill switch')
@Controller('portal/api/registrar')
export class SwitchPortalController {
  constructor(
    private readonly find: FindSwitch,
    private readonly turn: TurnSwitch,
  ) {}

  @Get()
  @ForPeople()
  @ApiOperation({ operationId: 'killSwitch', summary: 'Whether the live registrar API is answered' })
  @ApiAnswer(200, RegistrarView, 'How the switch stands, who turned it last, and why.')
  state(): Promise<RegistrarView> {
    return this.find.state();
  }

  @Get('history')
  @ForPeople()
  @ApiOperation({ operationId: 'killSwitchHistory', summary: 'How the switch stood before' })
  @ApiAnswer(200, SwitchHistory, 'Newest first.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A parameter is invalid, or `before` is not from an earlier page.')
  history(@ValidQuery() query: SwitchHistoryQuery): Promise<SwitchHistory> {
    return this.find.history(query);
  }

  @Post()
  @HttpCode(200)
  @ForOperators()
  @ApiOperation({
    operationId: 'turnKillSwitch',
    summary: 'Turn the live registrar API on or off',
    description: 'Every process obeys within a second.',
  })
  @ApiAnswer(200, RegistrarView, 'How the switch stands now.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A field is broken, or the typed word is not that of the state.')
  @ApiBodyRefusals()
  async change(@ThePerson() by: Person, @ValidBody() { state, reason, confirm }: SwitchChange): Promise<RegistrarView> {
    checkConfirmation(state, confirm);
    await this.turn.execute({ on: state === 'on', reason }, by);
    return this.find.state();
  }
}
