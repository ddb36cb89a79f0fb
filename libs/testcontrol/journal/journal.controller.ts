import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { LongPoll, type LongPollRequest, StrictBody, ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { JournalPage, JournalQuery, Verified, VerifyRequest } from '../contract.js';
import { TooManyHeld } from '../model/errors.js';
import { Journal } from './journal.js';
import { Verify } from './verify.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control')
export class JournalController {
  constructor(
    private readonly journal: Journal,
    private readonly verifications: Verify,
  ) {}

  @Get('requests')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Read the journal',
    description:
      'Returns the requests to the sandbox with any key of the tenant in the last 24 hours, or since its last reset, oldest first. It includes every request that was answered before the call, by any process, but no request below `/sandbox/control`.',
  })
  @ApiAnswer(200, JournalPage, 'A page of requests.')
  readJournal(@TheCaller() { tenant }: Caller, @ValidQuery() query: JournalQuery) {
    return this.journal.list(tenant, query);
  }

  @Post('verify')
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Verify requests or deliveries',
    description:
      'Counts the requests or webhook deliveries of the last 24 hours, or since the last reset, that match all given fields. Returns as soon as the number is within `times`, or when it exceeds the maximum, or when `within` has passed. With `settle`, it waits until no further match has followed for that time.',
  })
  @ApiAnswer(200, Verified, 'The number of matches, and whether it is as expected.')
  @Refuses(TooManyHeld)
  verify(@TheCaller() { tenant }: Caller, @StrictBody() request: VerifyRequest, @LongPoll() poll: LongPollRequest) {
    return this.verifications.execute(tenant, request, poll);
  }
}
