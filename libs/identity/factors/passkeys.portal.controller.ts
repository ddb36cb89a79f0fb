import { Controller, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople, ForVisitors, type LoggedInPerson, CurrentPerson } from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  Confirmation,
  FactorsView,
  PasskeyAdded,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyName,
  PasskeyRequest,
  PasskeyView,
  PersonView,
} from '../contract.js';
import { challengeCookie, pendingCookie, setLoginCookies } from '../login/cookies.js';
import {
  ChallengeExpired,
  LoginExpired,
  LoginFailed,
  LoginLimited,
  PasskeyExists,
  PasskeyInvalid,
  PasskeyNotFound,
  PasskeyRejected,
  PasskeysUnavailable,
  TooManyPasskeys,
} from '../model/errors.js';
import { ConfirmPerson, NeedsConfirmation } from '../login/confirm-person.js';
import { MAX_PASSKEYS } from '../model/passkey.js';
import { People } from '../people/people.js';
import { Factors, viewPasskey } from './factors.js';
import { LogInWithPasskey } from './log-in-with-passkey.js';
import { passkeySiteOf } from './passkey-site.js';
import { Passkeys } from './passkeys.js';

const ApiPasskeyId = () => ApiPathId('passkey', 'psk_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

/** Passkeys (WebAuthn). Access tokens cannot change them, like other factors. */
@ApiTags('Sign-in')
@Controller('portal/api')
export class PasskeysPortalController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly logIn: LogInWithPasskey,
    private readonly factors: Factors,
    private readonly people: People,
    private readonly confirm: ConfirmPerson,
  ) {}

  @Post('session/passkey/options')
  @ForVisitors()
  @ApiOperation({
    summary: 'Start a login with a passkey',
    description:
      'Returns a challenge for any passkey of this host. It can be used once, within 5 minutes, in the same browser.',
  })
  @ApiAnswer(200, PasskeyRequest, 'Options for the browser.')
  @Refuses(PasskeysUnavailable)
  startPasskeyLogin(@Res({ passthrough: true }) reply: FastifyReply, @ValidBody() _body: EmptyRequest) {
    return this.logIn.prepare(reply);
  }

  @Post('session/passkey')
  @ForVisitors()
  @ApiOperation({
    summary: 'Log in with a passkey',
    description:
      'Checks the answer to the challenge. A passkey needs no second step, because it verifies its user. Sets the same cookies as a login.',
  })
  @ApiAnswer(200, PersonView, 'The person who logged in.')
  @Refuses(PasskeysUnavailable, ChallengeExpired, PasskeyRejected, LoginFailed, LoginLimited)
  async logInWithPasskey(@ValidBody() assertion: PasskeyAssertion, @Res({ passthrough: true }) reply: FastifyReply) {
    const loggedIn = await this.logIn.execute(assertion, reply.request);
    challengeCookie.clear(reply);
    setLoginCookies(reply, loggedIn);
    return this.people.view(loggedIn.account);
  }

  @Post('session/second-step/options')
  @ForVisitors()
  @ApiOperation({
    summary: 'Start the second step with a passkey',
    description:
      'Returns a challenge for the passkeys of the person whose login was answered with `SECOND_FACTOR_REQUIRED`.',
  })
  @ApiAnswer(200, PasskeyRequest, 'Options for the browser.')
  @Refuses(PasskeysUnavailable, LoginExpired)
  startSecondStep(@Res({ passthrough: true }) reply: FastifyReply, @ValidBody() _body: EmptyRequest) {
    return this.logIn.prepareSecondStep(reply);
  }

  @Post('session/second-step')
  @ForVisitors()
  @ApiOperation({
    summary: 'Finish a login with a passkey',
    description: 'Checks the answer to the challenge of the second step. Sets the same cookies as a login.',
  })
  @ApiAnswer(200, PersonView, 'The person who logged in.')
  @Refuses(PasskeysUnavailable, LoginExpired, ChallengeExpired, PasskeyRejected, LoginFailed, LoginLimited)
  async finishWithPasskey(@ValidBody() assertion: PasskeyAssertion, @Res({ passthrough: true }) reply: FastifyReply) {
    const loggedIn = await this.logIn.finish(assertion, reply.request);
    pendingCookie.clear(reply);
    challengeCookie.clear(reply);
    setLoginCookies(reply, loggedIn);
    return this.people.view(loggedIn.account);
  }

  @Post('factors/passkeys/options')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Start adding a passkey',
    description:
      'Returns a challenge for a new passkey of this host. It can be used once, within 5 minutes, in this session.',
  })
  @ApiAnswer(200, PasskeyCreation, 'Options for the browser.')
  @NeedsConfirmation()
  @Refuses(PasskeysUnavailable, TooManyPasskeys)
  async startPasskey(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() body: Confirmation,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const site = passkeySiteOf(reply.request);
    await this.confirm.execute(person, body, reply.request);
    return this.passkeys.prepare(person, reply, site);
  }

  @Post('factors/passkeys')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Add a passkey',
    description: `Checks the passkey that the browser has created, and adds it. A person has at most ${MAX_PASSKEYS}. Logins with the password then need a second step. Ends your other sessions.`,
  })
  @ApiAnswer(201, PasskeyAdded, 'The passkey.')
  @Refuses(PasskeysUnavailable, ChallengeExpired, PasskeyInvalid, PasskeyExists, TooManyPasskeys)
  async addPasskey(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() attestation: PasskeyAttestation,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { passkey, codes } = await this.passkeys.add(person, attestation, reply.request);
    challengeCookie.clear(reply);
    return { passkey: viewPasskey(passkey), codes };
  }

  @Patch('factors/passkeys/:id')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'Rename a passkey', description: 'Changes the name that your account shows.' })
  @ApiAnswer(200, PasskeyView, 'The renamed passkey.')
  @ApiPasskeyId()
  @Refuses(PasskeyNotFound)
  async renamePasskey(
    @CurrentPerson() person: LoggedInPerson,
    @Param('id') id: string,
    @ValidBody() { name }: PasskeyName,
  ) {
    return viewPasskey(await this.passkeys.rename(person, id, name));
  }

  @Post('factors/passkeys/:id/remove')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Remove a passkey',
    description:
      'The passkey stops working. Without any other factor, logins then need only the password. Ends your other sessions.',
  })
  @ApiAnswer(200, FactorsView, 'Your remaining second factors.')
  @ApiPasskeyId()
  @NeedsConfirmation()
  @Refuses(PasskeyNotFound)
  async removePasskey(
    @CurrentPerson() person: LoggedInPerson,
    @Param('id') id: string,
    @ValidBody() body: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(person, body, request);
    await this.passkeys.remove(person, id);
    return this.factors.view(person.id);
  }
}
