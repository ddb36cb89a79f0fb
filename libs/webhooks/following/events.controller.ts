import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiRefusal, type Caller, Held, type HeldRequest, Requires, TheCaller, ValidQuery } from '#platform';
import { FollowedEvents, FollowRequest } from '../contract.js';
import { FollowEvents } from './follow-events.js';

@ApiTags('Webhooks')
@Controller('api/v1/sandbox')
export class EventsController {
  constructor(private readonly followEvents: FollowEvents) {}

  @Get('events')
  @Header('Cache-Control', 'no-store')
  @Requires({ scope: 'sandbox', permission: 'sandbox.events' })
  @ApiOperation({
    operationId: 'followEvents',
    summary: 'Follow events without a public address',
    description:
      'Returns the events that webhooks deliver. The first call, without `after`, returns a cursor at once. Each further call returns the events after its cursor, and the next cursor; when there are none yet, it waits for one for up to `wait` seconds. No event is skipped, and all clients see the same order.',
  })
  @ApiAnswer(200, FollowedEvents, 'Events, oldest first; none when the wait is over.')
  @ApiRefusal(406, ['NOT_ACCEPTABLE'], 'Accept excludes JSON.')
  @ApiRefusal(
    422,
    ['VALIDATION_FAILED'],
    'The cursor or the wait is invalid. A cursor is valid for one tenant and one installation.',
  )
  follow(
    @TheCaller() caller: Caller,
    @ValidQuery() request: FollowRequest,
    @Held() held: HeldRequest,
  ): Promise<FollowedEvents> {
    return this.followEvents.execute(caller.tenant.id, request, held);
  }
}
