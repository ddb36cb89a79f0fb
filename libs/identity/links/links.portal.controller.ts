import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ForOperators,
  ForVisitors,
  type LoggedInPerson,
  type Person,
  TenantNotFound,
  CurrentPerson,
} from '#identity/access';
import { Clock } from '#platform/process/clock';
import { RequestOrigin, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  ChangedPerson,
  Confirmation,
  LinkCheck,
  LinkPreview,
  LinksView,
  LinkUse,
  LinkView,
  NewPersonRequest,
  PersonWithLink,
} from '../contract.js';
import { ConfirmPerson, NeedsConfirmation } from '../login/confirm-person.js';
import { clientOf, setLoginCookies } from '../login/cookies.js';
import { Logins } from '../login/logins.js';
import {
  AccountDisabled,
  AccountExists,
  AccountNotFound,
  InvalidEmail,
  LinkExpired,
  LinkNotFound,
  LinkRevoked,
  LinkUsed,
  LoginFailed,
  SecondFactorRequired,
  TenantMissing,
  WeakPassword,
} from '../model/errors.js';
import { LINK_HOURS, type OneTimeLink } from '../model/one-time-link.js';
import { People } from '../people/people.js';
import { Links, type NewLink, urlOfLink } from './links.js';

const ApiAccountId = () => ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

const INVITATION_DAYS = LINK_HOURS.invitation / 24;

const MAILED = 'If the installation sends mail, the person gets the link.';

const CONFIRMED = 'You confirm it with your own password or factor.';

const LIFETIMES = `An invitation works for ${INVITATION_DAYS} days and a link to reset a password for ${LINK_HOURS.reset} hour, once. A new link replaces earlier links of the account.`;

@ApiTags('People')
@Controller('portal/api')
export class LinksPortalController {
  constructor(
    private readonly links: Links,
    private readonly logins: Logins,
    private readonly people: People,
    private readonly confirm: ConfirmPerson,
    private readonly clock: Clock,
  ) {}

  @Get('people/links')
  @ForOperators()
  @ApiOperation({
    summary: 'List invitations and links',
    description: 'Returns open links, and invitations that were not answered, without their addresses.',
  })
  @ApiAnswer(200, LinksView, 'The newest link of each account that has one.')
  async listLinks() {
    const links = await this.links.pending();
    return { links: links.map(link => this.view(link)) };
  }

  @Post('people/invitations')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Invite a person',
    description: `Creates an account and a link with which the person sets a password. ${CONFIRMED} ${MAILED} ${LIFETIMES}`,
  })
  @ApiAnswer(201, PersonWithLink, 'The new account and its invitation. The address is shown only once.')
  @NeedsConfirmation()
  @Refuses(TenantNotFound, TenantMissing, AccountExists, InvalidEmail)
  async invitePerson(
    @CurrentPerson() by: LoggedInPerson,
    @RequestOrigin() origin: string,
    @ValidBody() { email, role, tenants, owners_masked, ...confirmation }: NewPersonRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(by, confirmation, request);
    return this.answer(await this.links.invite({ email, role, tenants, owners_masked }, by), origin);
  }

  @Post('people/:id/link')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Create a link to set a password',
    description: `Creates a link with which the person sets a new password: another invitation if they have not answered theirs, else a link to reset their password. The current password and sessions work until the link is used. ${CONFIRMED} ${MAILED} ${LIFETIMES}`,
  })
  @ApiAnswer(201, PersonWithLink, 'The account and its link. The address is shown only once.')
  @ApiAccountId()
  @NeedsConfirmation()
  @Refuses(AccountNotFound, AccountDisabled)
  async createLink(
    @CurrentPerson() by: LoggedInPerson,
    @RequestOrigin() origin: string,
    @Param('id') id: string,
    @ValidBody() confirmation: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(by, confirmation, request);
    return this.answer(await this.links.create(id, by), origin);
  }

  @Delete('people/:id/link')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({ summary: 'Revoke a link', description: 'Revokes the open link of an account.' })
  @ApiAnswer(200, LinkView, 'The revoked link.')
  @ApiAccountId()
  @Refuses(AccountNotFound, LinkNotFound)
  async revokeLink(@CurrentPerson() by: Person, @Param('id') id: string) {
    return this.view(await this.links.revoke(id, by));
  }

  @Post('links/check')
  @ForVisitors()
  @ApiTags('Session')
  @ApiOperation({
    summary: 'Check a link',
    description: 'Returns which account an invitation or a link to reset a password is for, without using it.',
  })
  @ApiAnswer(200, LinkPreview, 'The link is open.')
  @Refuses(LinkNotFound, LinkExpired, LinkUsed, LinkRevoked)
  async checkLink(@ValidBody() { token }: LinkCheck) {
    const { link, account } = await this.links.find(token);
    return { kind: link.kind, email: account.email, expires_at: link.expiresAt.toISOString() };
  }

  @Post('links/use')
  @ForVisitors()
  @ApiTags('Session')
  @ApiOperation({
    summary: 'Set a password with a link',
    description:
      'Sets the password of the account, ends all of its sessions and links, revokes its access tokens, and logs in like a login with the password.',
  })
  @ApiAnswer(200, ChangedPerson, 'The person who logged in.')
  @Refuses(LinkNotFound, LinkExpired, LinkUsed, LinkRevoked, WeakPassword, LoginFailed, SecondFactorRequired)
  async setPasswordWithLink(
    @ValidBody() { token, password }: LinkUse,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { loggedIn, revokedTokens } = await this.logins.withLink(token, password, clientOf(reply.request));
    setLoginCookies(reply, loggedIn);
    return { ...(await this.people.view(loggedIn.account)), revoked_tokens: revokedTokens };
  }

  private async answer(created: NewLink, origin: string): Promise<PersonWithLink> {
    const [person, mail] = await Promise.all([this.people.view(created.account), this.links.mail(created, origin)]);
    return { person, link: this.view(created.link), url: urlOfLink(origin, created), mail };
  }

  private view(link: OneTimeLink): LinkView {
    const status = link.status(this.clock.now());
    return {
      id: link.id,
      person_id: link.personId,
      kind: link.kind,
      status: status === 'open' || status === 'expired' ? status : 'revoked',
      created_at: link.createdAt.toISOString(),
      expires_at: link.expiresAt.toISOString(),
    };
  }
}
