import { Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForPeople, ForVisitors, type LoggedInPerson, type Person, CurrentPerson } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { Secrets } from '#platform/security/secrets';
import {
  AccessEnded,
  ChangedPerson,
  LoginRequest,
  PasswordRequest,
  PersonView,
  SessionsEnded,
  SessionsView,
} from '../contract.js';
import { LoginFailed, LoginLimited, SecondFactorRequired, SessionNotFound, WeakPassword } from '../model/errors.js';
import { LOGIN_LIMITS } from '../model/login-attempt.js';
import { People } from '../people/people.js';
import { ConfirmPerson, NeedsConfirmation } from './confirm-person.js';
import { clientOf, deviceCookie, sessionCookie, setLoginCookies } from './cookies.js';
import { issueDeviceToken } from './known-devices.js';
import { Logins } from './logins.js';
import { Sessions } from './sessions.js';

const inWords = ({ max, windowMs }: { max: number; windowMs: number }): string =>
  `${max} in ${windowMs / 60_000} minutes`;

const LOGIN_DESCRIPTION = `Sets the session cookie \`nameyard_session\`, and for a year the device cookie \`nameyard_device\`
(over https both names begin with \`__Host-\`).

Failed logins are limited to ${inWords(LOGIN_LIMITS.pair)} for an account from one address,
${inWords(LOGIN_LIMITS.account)} for an account, and ${inWords(LOGIN_LIMITS.address)} from one address; an IPv6 /64
counts as one address. A device that sends a valid device cookie of the account is exempt from these limits, and limited
to ${inWords(LOGIN_LIMITS.known)} of its own. A successful login does not count. A new password starts with unused
limits and invalidates the device cookies of the account.

If the account has a second factor, the answer to the right password is 401 \`SECOND_FACTOR_REQUIRED\`, with the cookie
\`nameyard_pending\`; finish the login with a code or a passkey.`;

@ApiTags('Session')
@Controller('portal/api')
export class SessionPortalController {
  constructor(
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly confirm: ConfirmPerson,
    private readonly people: People,
    private readonly secrets: Secrets,
  ) {}

  @Post('session')
  @ForVisitors()
  @ApiOperation({
    summary: 'Log in',
    description: LOGIN_DESCRIPTION,
  })
  @ApiAnswer(200, PersonView, 'The person who logged in.')
  @Refuses(LoginFailed, SecondFactorRequired, LoginLimited)
  async logIn(@ValidBody() { email, password }: LoginRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const loggedIn = await this.logins.withPassword(email, password, clientOf(reply.request));
    setLoginCookies(reply, loggedIn);
    return this.people.view(loggedIn.account);
  }

  @Get('session')
  @ForPeople()
  @ApiOperation({
    summary: 'Get your account',
    description: 'Returns who is logged in, or the person of the access token.',
  })
  @ApiAnswer(200, PersonView, 'The person who sent the request, with the tenants that the request can see.')
  whoAmI(@CurrentPerson() person: Person) {
    return this.people.get(person.id, person.tenantIds);
  }

  @Delete('session')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'Log out', description: 'Ends the session and removes the session cookie.' })
  @ApiAnswer(200, SessionsEnded, 'Number of ended sessions.')
  async logOut(@CurrentPerson() person: LoggedInPerson, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.logOut(person);
    sessionCookie.clear(reply);
    return { ended: 1 };
  }

  @Get('sessions')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'List your sessions', description: 'Returns where you are logged in.' })
  @ApiAnswer(200, SessionsView, 'Your open sessions, the last used one first.')
  async listSessions(@CurrentPerson() person: LoggedInPerson) {
    return { sessions: await this.sessions.list(person) };
  }

  @Delete('sessions/others')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'End your other sessions', description: 'Ends all of your sessions except this one.' })
  @ApiAnswer(200, SessionsEnded, 'Number of ended sessions.')
  async endOtherSessions(@CurrentPerson() person: LoggedInPerson) {
    return { ended: await this.sessions.endOthers(person) };
  }

  @Delete('sessions/:id')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'End a session', description: 'Logs you out in one browser, which can also be this one.' })
  @ApiAnswer(200, SessionsEnded, 'Number of ended sessions.')
  @ApiPathId('session', 'ses_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @Refuses(SessionNotFound)
  async endSession(
    @CurrentPerson() person: LoggedInPerson,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.sessions.end(person, id);
    if (id === person.sessionId) sessionCookie.clear(reply);
    return { ended: 1 };
  }

  @Delete('sessions')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Log out everywhere',
    description:
      'Ends all of your sessions and logins that wait for a second factor, revokes your access tokens, and removes the session cookie.',
  })
  @ApiAnswer(200, AccessEnded, 'Numbers of ended sessions and revoked tokens.')
  async logOutEverywhere(@CurrentPerson() person: LoggedInPerson, @Res({ passthrough: true }) reply: FastifyReply) {
    const ended = await this.sessions.logOutEverywhere(person);
    sessionCookie.clear(reply);
    return { ended: ended.sessions, revoked_tokens: ended.tokens };
  }

  @Post('password')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Change your password',
    description: `Sets a new password, ends all other sessions, and revokes your access tokens. Other devices are no longer known devices; this one gets a new device cookie. Failed confirmations are limited to ${inWords(LOGIN_LIMITS.known)} for a session.`,
  })
  @ApiAnswer(200, ChangedPerson, 'The person whose password was changed.')
  @NeedsConfirmation()
  @Refuses(WeakPassword)
  async changePassword(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() { password, ...confirmation }: PasswordRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const confirmed = await this.confirm.execute(person, confirmation, reply.request);
    const { account, ended } = await this.people.changePassword(person, confirmed, password);
    // Tokens that were issued for the old password are no longer valid.
    deviceCookie.set(reply, issueDeviceToken(this.secrets, account));
    return { ...(await this.people.view(account)), revoked_tokens: ended.tokens };
  }
}
