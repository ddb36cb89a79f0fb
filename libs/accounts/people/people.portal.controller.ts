import { Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators, type Person, TenantNotFound, ThePerson } from '#access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/openapi';
import { NewPersonRequest, PeopleView, PersonChange, PersonView, PersonWithPassword } from '../contract.js';
import { AccountExists, AccountNotFound, InvalidEmail, LastOperator, TenantMissing } from '../model/errors.js';
import { People } from './people.js';
import { ViewPeople } from './view-people.js';

const ApiAccountId = () => ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

@ApiTags('People')
@Controller('portal/api/people')
export class PeoplePortalController {
  constructor(
    private readonly people: People,
    private readonly views: ViewPeople,
  ) {}

  @Get()
  @ForOperators()
  @ApiOperation({ summary: 'List accounts', description: 'Returns all accounts.' })
  @ApiAnswer(200, PeopleView, 'All accounts, sorted by email address.')
  async listPeople(): Promise<PeopleView> {
    return { people: await this.views.list() };
  }

  @Post()
  @ForOperators({ sessionOnly: true })
  @ApiOperation({ summary: 'Create an account', description: 'Creates an account with a generated password.' })
  @ApiAnswer(201, PersonWithPassword, 'The new account and its password. The password is shown only once.')
  @Refuses(TenantNotFound, TenantMissing, AccountExists, InvalidEmail)
  async openAccount(@ThePerson() by: Person, @ValidBody() request: NewPersonRequest): Promise<PersonWithPassword> {
    const { account, password } = await this.people.open(request, by);
    return { person: await this.views.view(account), password };
  }

  @Patch(':id')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Change an account',
    description: 'Changes role, tenants or access of a person and ends the sessions of that person.',
  })
  @ApiAnswer(200, PersonView, 'The changed account.')
  @ApiAccountId()
  @Refuses(AccountNotFound, TenantNotFound, TenantMissing, LastOperator)
  async changePerson(
    @ThePerson() by: Person,
    @Param('id') id: string,
    @ValidBody() request: PersonChange,
  ): Promise<PersonView> {
    return this.views.view(await this.people.change(id, request, by));
  }

  @Post(':id/password')
  @ForOperators({ sessionOnly: true })
  @ApiOperation({
    summary: 'Reset a password',
    description:
      'Generates a new password and ends the sessions of the account. The new password works at once from anywhere, even when failed logins had locked the account.',
  })
  @ApiAnswer(200, PersonWithPassword, 'The account and its new password. The password is shown only once.')
  @ApiAccountId()
  @Refuses(AccountNotFound)
  async resetPassword(
    @ThePerson() by: Person,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ): Promise<PersonWithPassword> {
    const password = await this.people.resetPassword(id, by);
    return { person: await this.views.get(id), password };
  }
}
