import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { LongPoll, type LongPollRequest, ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { FollowedEvents, FollowRequest } from '../contract.js';
import { TooManyWaiting } from './event-subscriptions.js';
import { FollowEvents } from './follow-events.js';

@ApiTags('Webhooks')
@Controller('api/v1/sandbox')
export class EventsController {
  constructor(private readonly followEventsUseCase: FollowEvents) {}

  @Get('events')
  @Header('Cache-Control', 'no-store')
  @Requires('sandbox.events', { write: responseText, limitsOwnReads: true })
  @ApiOperation({
    summary: 'Poll events',
    description:
      'Returns the events that webhooks send, for integrations without a public address. The first call, without `after`, returns a cursor immediately. Each further call returns the events after its cursor and the next cursor; without new events it waits for up to `wait` seconds. Every event is returned, in the same order to all callers.',
  })
  @ApiAnswer(200, FollowedEvents, 'Events after the cursor, oldest first; an empty list if the time has passed.')
  @Refuses(TooManyWaiting)
  followEvents(@TheCaller() caller: Caller, @ValidQuery() request: FollowRequest, @LongPoll() poll: LongPollRequest) {
    return this.followEventsUseCase.execute(caller, request, poll);
  }
}

const texts = new WeakMap<FollowedEvents, string>();

/** The JSON of a response. Requests that share a page share its JSON as well. */
function responseText(response: FollowedEvents): string {
  const known = texts.get(response);
  if (known !== undefined) return known;
  const text = JSON.stringify(response);
  texts.set(response, text);
  return text;
}
