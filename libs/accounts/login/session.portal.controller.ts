import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForPeople,
  ForVisitors,
  type Person,
  ThePerson,
  ValidBody,
} from '#platform';
import { LoginRequest, PasswordRequest, PersonView, SessionsEnded } from '../contract.js';
import { ViewPeople } from '../people/view-people.js';
import { ChangePassword } from './change-password.js';
import { sessionCookie } from './cookies.js';
import { LogIn } from './log-in.js';
import { LogOut } from './log-out.js';

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
  @ApiOperation({ operationId: 'logIn', summary: 'Log in', description: 'Sets the session cookie.' })
  @ApiAnswer(200, PersonView, 'Logged in.')
  @ApiRefusal(401, ['LOGIN_FAILED'], 'The address or the password is wrong.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A field is broken.')
  @ApiRefusal(429, ['LOGIN_LIMITED'], 'There were too many attempts.')
  @ApiRefusal(503, ['SERVICE_UNAVAILABLE'], 'Too many people are logging in at this moment.')
  @ApiBodyRefusals()
  async begin(
    @ValidBody() { email, password }: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonView> {
    const visitor = { address: request.ip, agent: request.headers['user-agent'] ?? null };
    const { token, account } = await this.logIn.execute(email, password, visitor);
    sessionCookie.set(request, reply, token);
    return this.people.view(account);
  }

  @Get('session')
  @ForPeople()
  @ApiOperation({ operationId: 'whoAmI', summary: 'Who is logged in' })
  @ApiAnswer(200, PersonView, 'The person of this session.')
  whoAmI(@ThePerson() person: Person): Promise<PersonView> {
    return this.people.one(person.id);
  }

  @Delete('session')
  @ForPeople()
  @ApiOperation({ operationId: 'logOut', summary: 'Log out' })
  @ApiAnswer(200, SessionsEnded, 'The session has ended.')
  async end(
    @ThePerson() person: Person,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionsEnded> {
    await this.logOut.execute(person);
    sessionCookie.clear(request, reply);
    return { ended: 1 };
  }

  @Delete('sessions')
  @ForPeople()
  @ApiOperation({ operationId: 'logOutEverywhere', summary: 'Log out everywhere' })
  @ApiAnswer(200, SessionsEnded, 'All sessions of this person have ended.')
  async endAll(
    @ThePerson() person: Person,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionsEnded> {
    const ended = await this.logOut.everywhere(person);
    sessionCookie.clear(request, reply);
    return { ended };
  }

  @Post('password')
  @HttpCode(200)
  @ForPeople()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends all other sessions.',
  })
  @ApiAnswer(200, PersonView, 'The password was changed.')
  @ApiRefusal(403, ['WRONG_PASSWORD'], 'This is not the present password.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'WEAK_PASSWORD'], 'A field is broken, or the password is too easy.')
  @ApiRefusal(429, ['LOGIN_LIMITED'], 'The present password was wrong too often.')
  @ApiBodyRefusals()
  async change(@ThePerson() person: Person, @ValidBody() { current, password }: PasswordRequest): Promise<PersonView> {
    await this.changePassword.execute(person, current, password);
    return this.people.one(person.id);
  }
}
