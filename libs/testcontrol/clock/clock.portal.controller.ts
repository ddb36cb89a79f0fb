import { Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ForControl,
  ForTenant,
  Idempotent,
  type PathTenant,
  type Person,
  ThePerson,
  TheTenant,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { AdvanceRequest, ClockChanged, ClockProgress, SetClockRequest } from '../contract.js';
import { advanceRequest, type ClockRequest, settingRequest } from '../model/clock-change.js';
import { ClockBackwards } from '../model/errors.js';
import { ChangeClock } from './change-clock.js';
import { ReadClock } from './read-clock.js';
import { viewChange } from './view-change.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/clock')
export class ClockPortalController {
  constructor(
    private readonly readClock: ReadClock,
    private readonly changeClock: ChangeClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Get the clock of a tenant',
    description: 'Returns the time of the tenant, and the progress of a change.',
  })
  @ApiAnswer(200, ClockProgress, 'The clock.')
  getClock(@TheTenant() tenant: PathTenant): Promise<ClockProgress> {
    return this.readClock.execute(tenant.id);
  }

  @Put()
  @ForControl()
  @ApiOperation({
    summary: 'Set the clock of a tenant',
    description: 'Freezes the clock, or lets it run. Everything that falls due on the way happens before the response.',
  })
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  setClock(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @StrictBody() request: SetClockRequest,
  ): Promise<ClockChanged> {
    return this.change(tenant, settingRequest(request), by);
  }

  @Post('advance')
  @HttpCode(200)
  @ForControl()
  @ApiOperation({
    summary: 'Advance the clock of a tenant',
    description:
      'Moves the clock by a duration, or to a time. Everything that falls due on the way happens before the response.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  advanceClock(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @StrictBody() request: AdvanceRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<ClockChanged> {
    return this.change(tenant, advanceRequest(request), by, idempotent);
  }

  private async change(
    tenant: PathTenant,
    request: ClockRequest,
    by: Person,
    idempotent?: IdempotentRequest,
  ): Promise<ClockChanged> {
    const change = await this.changeClock.execute(tenant, request, { by, idempotent });
    return viewChange(await this.readClock.execute(tenant.id), change, this.settings.source);
  }
}
