import { Controller, Get, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ForOperators, type LoggedInPerson, TenantNotFound, CurrentPerson } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  ChangedPerson,
  Confirmation,
  NewPersonRequest,
  PasswordReset,
  PeopleView,
  PersonChange,
  PersonWithPassword,
} from '../contract.js';
import { ConfirmPerson, NeedsConfirmation } from '../login/confirm-person.js';
import { AccountExists, AccountNotFound, InvalidEmail, LastOperator, TenantMissing } from '../model/errors.js';
import { People } from './people.js';

const ApiAccountId = () => ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

@ApiTags('People')
@Controller('portal/api/people')
export class PeoplePortalController {
  constructor(
    private readonly people: People,
    private readonly confirm: ConfirmPerson,
  ) {}

  @Get()
  @ForOperators()
  @ApiOperation({ summary: 'List accounts', description: 'Returns all accounts.' })
  @ApiAnswer(200, PeopleView, 'All accounts, sorted by email address.')
  async listPeople() {
    return { people: await this.people.list() };
  }

  @Post()
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Create an account',
    description: 'Creates an account with a generated password. You confirm it with your own password or factor.',
  })
  @ApiAnswer(201, PersonWithPassword, 'The new account and its password. The password is shown only once.')
  @NeedsConfirmation()
  @Refuses(TenantNotFound, TenantMissing, AccountExists, InvalidEmail)
  async openAccount(
    @CurrentPerson() by: LoggedInPerson,
    @ValidBody() { email, role, tenants, owners_masked, ...confirmation }: NewPersonRequest,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(by, confirmation, request);
    const { account, password } = await this.people.create({ email, role, tenants, owners_masked }, by);
    return { person: await this.people.view(account), password };
  }

  @Patch(':id')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Change an account',
    description:
      'Changes role, tenants, masking or access of a person and ends the sessions of that person. Disabling and enabling also end the links and revoke the access tokens of the person. You confirm it with your own password or factor, unless you only disable the person.',
  })
  @ApiAnswer(200, ChangedPerson, 'The changed account.')
  @ApiAccountId()
  @NeedsConfirmation()
  @Refuses(AccountNotFound, TenantNotFound, TenantMissing, LastOperator)
  async changePerson(
    @CurrentPerson() by: LoggedInPerson,
    @Param('id') id: string,
    @ValidBody() { disabled, role, tenants, owners_masked, ...confirmation }: PersonChange,
    @Req() request: FastifyRequest,
  ) {
    const changes = { role, tenants, owners_masked };
    const onlyDisables = disabled === true && Object.values(changes).every(value => value === undefined);
    if (!onlyDisables) await this.confirm.execute(by, confirmation, request);
    const { account, ended } = await this.people.change(id, { ...changes, disabled }, by);
    return { ...(await this.people.view(account)), revoked_tokens: ended.tokens };
  }

  @Post(':id/password')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Reset a password',
    description:
      'Generates a new password, ends the sessions of the account, and revokes its access tokens. You confirm it with your own password or factor. The new password works at once from anywhere, even when failed logins had locked the account.',
  })
  @ApiAnswer(200, PasswordReset, 'The account and its new password. The password is shown only once.')
  @ApiAccountId()
  @NeedsConfirmation()
  @Refuses(AccountNotFound)
  async resetPassword(
    @CurrentPerson() by: LoggedInPerson,
    @Param('id') id: string,
    @ValidBody() confirmation: Confirmation,
    @Req() request: FastifyRequest,
  ) {
    await this.confirm.execute(by, confirmation, request);
    const { account, password, revokedTokens } = await this.people.resetPassword(id, by);
    return { person: await this.people.view(account), password, revoked_tokens: revokedTokens };
  }
}
