import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople, type LoggedInPerson, CurrentPerson } from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { ConfirmationView, PasskeyRequest } from '../contract.js';
import { PasskeysUnavailable } from '../model/errors.js';
import { ConfirmPerson } from './confirm-person.js';

/** Prepares requests that change how somebody logs in. */
@ApiTags('Sign-in')
@Controller('portal/api/confirmation')
export class ConfirmationPortalController {
  constructor(private readonly confirm: ConfirmPerson) {}

  @Get()
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Get how you can confirm changes',
    description:
      'Requests that change how somebody logs in need your current password, a code or a passkey. After a login with single sign-on, they need none for 5 minutes.',
  })
  @ApiAnswer(200, ConfirmationView, 'The ways to confirm a change, besides your password.')
  getConfirmation(@CurrentPerson() person: LoggedInPerson, @Req() request: FastifyRequest) {
    return this.confirm.view(person, request);
  }

  @Post('options')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Start a confirmation with a passkey',
    description:
      'Returns a challenge for your passkeys of this host. Its answer is the field `passkey` of one request of this session within 5 minutes.',
  })
  @ApiAnswer(200, PasskeyRequest, 'Options for the browser.')
  @Refuses(PasskeysUnavailable)
  startConfirmation(
    @CurrentPerson() person: LoggedInPerson,
    @Res({ passthrough: true }) reply: FastifyReply,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.confirm.prepare(person, reply);
  }
}
