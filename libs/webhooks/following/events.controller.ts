import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiRefusal,
  type Caller,
  LongPoll,
  type LongPollRequest,
  Requires,
  TheCaller,
  ValidQuery,
} from '#platform';
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
      'What webhooks would tell, asked for. The first call, without `after`, gives a cursor at once; each further call gives what happened after its cursor and the next one. Where nothing has happened yet the call is held until something does, or until `wait` has passed. No event is left out, and all come in the same order to everyone.',
  })
  @ApiAnswer(200, FollowedEvents, 'What happened, the oldest first; nothing when the time was up.')
  @ApiRefusal(406, ['NOT_ACCEPTABLE'], 'Accept excludes JSON.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'The cursor or the time to wait is broken.')
  follow(
    @TheCaller() caller: Caller,
    @ValidQuery() request: FollowRequest,
    @LongPoll() poll: LongPollRequest,
  ): Promise<FollowedEvents> {
    return this.followEvents.execute(caller.tenant.id, request, poll);
  }
}
