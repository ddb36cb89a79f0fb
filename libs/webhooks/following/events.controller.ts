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
import { MAX_WAITING_PER_KEY } from './event-subscriptions.js';
import { FollowEvents } from './follow-events.js';
import { responseText } from './response.js';

@ApiTags('Webhooks')
@Controller('api/v1/sandbox')
export class EventsController {
  constructor(private readonly followEvents: FollowEvents) {}

  @Get('events')
  @Header('Cache-Control', 'no-store')
  @Requires({ scope: 'sandbox', permission: 'sandbox.events' }, { write: responseText })
  @ApiOperation({
    operationId: 'followEvents',
    summary: 'Follow events without a public address',
    description:
      'Returns the events that webhooks send, by long polling. The first call, without `after`, returns a cursor at once. Each further call returns the events after its cursor and the next cursor. If there are none yet, the call waits until there is one or until `wait` seconds have passed. No event is left out, and the order is the same for every caller.',
  })
  @ApiAnswer(200, FollowedEvents, 'The events after the cursor, oldest first; empty when the time is up.')
  @ApiRefusal(406, ['NOT_ACCEPTABLE'], 'Accept excludes JSON.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'The cursor or the time to wait is invalid.')
  @ApiRefusal(429, ['TOO_MANY_WAITING'], `The key already has ${MAX_WAITING_PER_KEY} waiting requests.`)
  follow(
    @TheCaller() caller: Caller,
    @ValidQuery() request: FollowRequest,
    @LongPoll() poll: LongPollRequest,
  ): Promise<FollowedEvents> {
    return this.followEvents.execute(caller, request, poll);
  }
}
