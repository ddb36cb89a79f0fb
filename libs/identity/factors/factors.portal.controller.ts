import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ForOperators,
  ForPeople,
  ForVisitors,
  type LoggedInPerson,
  type Person,
  CurrentPerson,
} from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  Confirmation,
  FactorsReset,
  FactorsView,
  PersonView,
  RecoveryCodes,
  SecondFactorCode,
  SecondStep,
  TotpCode,
  TotpSetup,
} from '../contract.js';
import { clientOf, pendingCookie, setLoginCookies } from '../login/cookies.js';
import { ConfirmPerson, NeedsConfirmation } from '../login/confirm-person.js';
import { Logins } from '../login/logins.js';
import { PendingLogins } from '../login/pending-logins.js';
import {
  AccountNotFound,
  LoginExpired,
  LoginFailed,
  LoginLimited,
  TotpActive,
  TotpMissing,
  WrongCode,
} from '../model/errors.js';
import { People } from '../people/people.js';
import { Factors } from './factors.js';
import { findPasskeySite } from './passkey-site.js';
import { Totp } from './totp.js';

/** Second factors. Access tokens cannot change them: a leaked token must not lock its person out. */
@ApiTags('Sign-in')
@Controller('portal/api')
export class FactorsPortalController {
  constructor(
    private readonly pending: PendingLogins,
    private readonly logins: Logins,
    private readonly totp: Totp,
    private readonly factors: Factors,
    private readonly people: People,
    private readonly confirm: ConfirmPerson,
  ) {}

  @Get('session/second-step')
  @ForVisitors()
  @ApiOperation({
    summary: 'Get the second step of your login',
    description: 'Returns how a login that was answered with `SECOND_FACTOR_REQUIRED` can be finished.',
  })
  @ApiAnswer(200, SecondStep, 'The ways to finish the login, besides recovery codes.')
  @Refuses(LoginExpired)
  async getSecondStep(@Req() request: FastifyRequest) {
    const { account } = await this.pending.resume(pendingCookie.read(request));
    return this.factors.secondStep(account.id, findPasskeySite(request)?.rpId);
  }

  @Post('session/code')
  @ForVisitors()
  @ApiOperation({
    summary: 'Finish a login with a code',
    description:
      'Second step of a login that was answered with `SECOND_FACTOR_REQUIRED`: within 5 minutes, in the same browser. Sets the same cookies as a login. Wrong codes have the same limits as wrong passwords.',
  })
  @ApiAnswer(200, PersonView, 'The person who logged in.')
  @Refuses(LoginExpired, LoginFailed, WrongCode, LoginLimited)
  async finishLogIn(@ValidBody() { code }: SecondFactorCode, @Res({ passthrough: true }) reply: FastifyReply) {
    const { request } = reply;
    const loggedIn = await this.logins.withCode(pendingCookie.read(request), code, clientOf(request));
    pendingCookie.clear(reply);
    setLoginCookies(reply, loggedIn);
    return this.people.view(loggedIn.account);
  }

  @Get('factors')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'Get your second factors', description: 'Returns how your account is protected.' })
  @ApiAnswer(200, FactorsView, 'Your second factors.')
  getFactors(@CurrentPerson() person: Person) {
    return this.factors.view(person.id);
  }

  @Post('factors/totp')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Set up an authenticator app',
    description: 'Returns a new secret for the app. Logins ask for its codes after the first code is confirmed.',
  })
  @ApiAnswer(201, TotpSetup, 'The secret. It is shown only once.')
  @NeedsConfirmation()
  @Refuses(TotpActive)
  async setUpTotp(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() body: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(person, body, request);
    return this.totp.setUp(person);
  }

  @Post('factors/totp/confirm')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Confirm an authenticator app',
    description:
      'Checks the first code of the app in the session that has set it up, makes the app a second factor, creates recovery codes, and ends your other sessions.',
  })
  @ApiAnswer(200, RecoveryCodes, 'The recovery codes. They are shown only once.')
  @Refuses(WrongCode, LoginLimited, TotpActive, TotpMissing)
  async confirmTotp(@CurrentPerson() person: LoggedInPerson, @ValidBody() { code }: TotpCode) {
    return { codes: await this.totp.confirm(person, code) };
  }

  @Post('factors/totp/remove')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Remove the authenticator app',
    description:
      'Removes the app, and the recovery codes unless you have a passkey. Without a passkey, logins then need only the password. Ends your other sessions.',
  })
  @ApiAnswer(200, FactorsView, 'Your remaining second factors.')
  @NeedsConfirmation()
  @Refuses(TotpMissing)
  async removeTotp(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() body: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(person, body, request);
    await this.totp.remove(person);
    return this.factors.view(person.id);
  }

  @Post('factors/recovery-codes')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Create new recovery codes',
    description: 'Replaces all recovery codes; the previous ones stop working. Ends your other sessions.',
  })
  @ApiAnswer(200, RecoveryCodes, 'The recovery codes. They are shown only once.')
  @NeedsConfirmation()
  @Refuses(TotpMissing)
  async renewRecoveryCodes(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() body: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(person, body, request);
    return { codes: await this.totp.renewRecoveryCodes(person) };
  }

  @Post('people/:id/reset-factors')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Remove the second factors of a person',
    description:
      'For people who lost their authenticator app or passkeys, and their recovery codes. Ends their sessions and revokes their access tokens; their password stays valid. You confirm it with your own password or factor.',
  })
  @ApiAnswer(200, FactorsReset, 'The removed factors.')
  @ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @NeedsConfirmation()
  @Refuses(AccountNotFound)
  async resetPersonFactors(
    @CurrentPerson() by: LoggedInPerson,
    @Param('id') id: string,
    @ValidBody() body: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(by, body, request);
    const { removed, revokedTokens } = await this.factors.reset(id, by);
    return { removed, revoked_tokens: revokedTokens };
  }
}
