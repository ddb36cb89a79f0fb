import { Controller, Get, Inject, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForControl,
  ForTenant,
  Idempotent,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { Timeline } from '#registry';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { AdvanceRequest, ClockChanged, ClockProgress, ClockTimeline, ClockView, SetClockRequest } from '../contract.js';
import { advanceRequest, settingRequest } from '../model/clock-change.js';
import { ClockBackwards } from '../model/errors.js';
import { ClockControl } from './clock-control.js';

const HAPPENS_FIRST =
  'Events that fall due on the way are recorded before the response, in order of time. After a timeout, repeat the request';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/clock')
export class ClockController {
  constructor(
    private readonly clock: ClockControl,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Get the clock',
    description:
      'Returns the time of the tenant, which dates its orders, payments, registrations and events. Rate limits, keys, webhook retries and logs use real time.',
  })
  @ApiAnswer(200, ClockView, 'The clock.')
  async getClock(@TheCaller() { tenant }: Caller) {
    const { mode, now, offset_seconds } = await this.clock.read(tenant.id);
    return { mode, now, offset_seconds, meta: { source: this.settings.source } };
  }

  @Put()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'Set the clock', description: `Freezes the clock, or lets it run. ${HAPPENS_FIRST}.` })
  @ApiIdempotencyKey()
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  setClock(
    @TheCaller() { tenant, requestId }: Caller,
    @StrictBody() request: SetClockRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return this.clock.changeAndView(tenant, settingRequest(request), { idempotent, requestId });
  }

  @Post('advance')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Advance the clock',
    description: `Moves the clock by a duration, or to a time. A real clock becomes a running one. ${HAPPENS_FIRST}: with \`to\` or an idempotency key, it continues to the same time.`,
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  advanceClock(
    @TheCaller() { tenant, requestId }: Caller,
    @StrictBody() request: AdvanceRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return this.clock.changeAndView(tenant, advanceRequest(request), { idempotent, requestId });
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/clock')
export class ClockPortalController {
  constructor(
    private readonly clock: ClockControl,
    private readonly timeline: Timeline,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Get the clock of a tenant',
    description: 'Returns the time of the tenant, and the progress of a change.',
  })
  @ApiAnswer(200, ClockProgress, 'The clock.')
  getClock(@CurrentTenant() tenant: PathTenant) {
    return this.clock.read(tenant.id);
  }

  @Get('timeline')
  @ForTenant()
  @ApiOperation({
    summary: 'List past and coming events',
    description:
      'Returns the latest events about domains of the tenant, and what falls due next by its clock: ends of terms, renewals, suspensions and decisions of the registry.',
  })
  @ApiAnswer(200, ClockTimeline, 'Past and coming events.')
  getTimeline(@CurrentTenant() tenant: PathTenant) {
    return this.timeline.read(tenant.id);
  }

  @Put()
  @ForControl()
  @ApiOperation({
    summary: 'Set the clock of a tenant',
    description: 'Freezes the clock, or lets it run. Events that fall due on the way are recorded before the response.',
  })
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  setClock(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant, @StrictBody() request: SetClockRequest) {
    return this.clock.changeAndView(tenant, settingRequest(request), { by });
  }

  @Post('advance')
  @ForControl()
  @ApiOperation({
    summary: 'Advance the clock of a tenant',
    description:
      'Moves the clock by a duration, or to a time. Events that fall due on the way are recorded before the response.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, ClockChanged, 'The clock after the change.')
  @Refuses(ClockBackwards)
  advanceClock(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @StrictBody() request: AdvanceRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return this.clock.changeAndView(tenant, advanceRequest(request), { by, idempotent });
  }
}
