import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAnswer, ApiRefusal, ForPeople, ForVisitors, type Person, ThePerson, ValidBody } from '#platform';
import { LoginRequest, PasswordRequest, PersonView, SessionsEnded } from '../contract.js';
import { ViewPeople } from '../people/view-people.js';
import { ChangePassword } from './change-password.js';
import { LogIn } from './log-in.js';
import { LogOut } from './log-out.js';
import { clearToken, setToken } from './session-cookie.js';

const ApiPasswordsBusy = () =>
  ApiRefusal(
    503,
    { SERVICE_UNAVAILABLE: 'The database is not available, or too many passwords are being checked at the moment.' },
    { header: 'Retry-After' },
  );

@ApiTags('Session')
@Controller('portal/api')
export class SessionPortalController {
  constructor(
    private readonly logIn: LogIn,
    private readonly logOut: LogOut,
    private readonly changePassword: ChangePassword,
    private readonly people: ViewPeople,
  ) {}

  @Post('session')
  @HttpCode(200)
  @ForVisitors()
  @ApiOperation({
    operationId: 'logIn',
    summary: 'Log in',
    description: 'Starts a session and sets the session cookie.',
  })
  @ApiAnswer(200, PersonView, 'The person who logged in.')
  @ApiRefusal(401, { LOGIN_FAILED: 'The email address or the password is wrong, or the account is disabled.' })
  @ApiRefusal(429, { LOGIN_LIMITED: 'Too many failed logins.' }, { header: 'Retry-After' })
  @ApiPasswordsBusy()
  async begin(
    @ValidBody() { email, password }: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonView> {
    const visitor = { address: request.ip, agent: request.headers['user-agent'] ?? null };
    const { token, account } = await this.logIn.execute(email, password, visitor);
    setToken(request, reply, token);
    return this.people.view(account);
  }

  @Get('session')
  @ForPeople()
  @ApiOperation({ operationId: 'whoAmI', summary: 'Get your account', description: 'Returns who is logged in.' })
  @ApiAnswer(200, PersonView, 'The person who is logged in.')
  whoAmI(@ThePerson() person: Person): Promise<PersonView> {
    return this.people.one(person.id);
  }

  @Delete('session')
  @ForPeople()
  @ApiOperation({
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Ends the session and removes the session cookie.',
  })
  @ApiAnswer(200, SessionsEnded, 'Number of ended sessions.')
  async end(
    @ThePerson() person: Person,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionsEnded> {
    await this.logOut.execute(person);
    clearToken(request, reply);
    return { ended: 1 };
  }

  @Delete('sessions')
  @ForPeople()
  @ApiOperation({
    operationId: 'logOutEverywhere',
    summary: 'Log out everywhere',
    description: 'Ends all sessions of the person and removes the session cookie.',
  })
  @ApiAnswer(200, SessionsEnded, 'Number of ended sessions.')
  async endAll(
    @ThePerson() person: Person,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionsEnded> {
    const ended = await this.logOut.everywhere(person);
    clearToken(request, reply);
    return { ended };
  }

  @Post('password')
  @HttpCode(200)
  @ForPeople()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Sets a new password and ends all other sessions of the person.',
  })
  @ApiAnswer(200, PersonView, 'The person whose password was changed.')
  @ApiRefusal(403, { WRONG_PASSWORD: 'The current password is wrong.' })
  @ApiRefusal(422, { WEAK_PASSWORD: 'The new password is too short, too long or too easy to guess.' })
  @ApiRefusal(429, { LOGIN_LIMITED: 'The current password was wrong too often.' }, { header: 'Retry-After' })
  @ApiPasswordsBusy()
  async change(@ThePerson() person: Person, @ValidBody() { current, password }: PasswordRequest): Promise<PersonView> {
    await this.changePassword.execute(person, current, password);
    return this.people.one(person.id);
  }
}
