import { Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiEmptyBody,
  ApiRefusal,
  ForOperators,
  type Person,
  ThePerson,
  ValidBody,
} from '#platform';
import { NewPersonRequest, PeopleView, PersonChange, PersonView, PersonWithPassword } from '../contract.js';
import { People } from './people.js';
import { ViewPeople } from './view-people.js';

@ApiTags('People')
@Controller('portal/api/people')
export class PeoplePortalController {
  constructor(
    private readonly people: People,
    private readonly views: ViewPeople,
  ) {}

  @Get()
  @ForOperators()
  @ApiOperation({ operationId: 'listPeople', summary: 'List accounts' })
  @ApiAnswer(200, PeopleView, 'All accounts, by email.')
  async list(): Promise<PeopleView> {
    return { people: await this.views.all() };
  }

  @Post()
  @HttpCode(201)
  @ForOperators()
  @ApiOperation({ operationId: 'openAccount', summary: 'Create an account' })
  @ApiAnswer(201, PersonWithPassword, 'The account with its password, which is shown only once.')
  @ApiRefusal(404, ['TENANT_NOT_FOUND'], 'A tenant does not exist.')
  @ApiRefusal(409, ['ACCOUNT_EXISTS'], 'The email address already has an account.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_EMAIL', 'TENANT_MISSING'], 'A field is invalid.')
  @ApiBodyRefusals()
  async open(@ThePerson() by: Person, @ValidBody() request: NewPersonRequest): Promise<PersonWithPassword> {
    const { account, password } = await this.people.open(request, by);
    return { person: await this.views.view(account), password };
  }

  @Patch(':id')
  @ForOperators()
  @ApiOperation({
    operationId: 'changePerson',
    summary: 'Change an account',
    description: 'Changes role, tenants or status, and ends the sessions of the account.',
  })
  @ApiAnswer(200, PersonView, 'The changed account.')
  @ApiRefusal(404, ['ACCOUNT_NOT_FOUND', 'TENANT_NOT_FOUND'], 'The account or a tenant does not exist.')
  @ApiRefusal(409, ['LAST_OPERATOR'], 'At least one active operator must remain.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'TENANT_MISSING'], 'A field is invalid.')
  @ApiBodyRefusals()
  async change(
    @ThePerson() by: Person,
    @Param('id') id: string,
    @ValidBody() request: PersonChange,
  ): Promise<PersonView> {
    return this.views.view(await this.people.change(id, request, by));
  }

  @Post(':id/password')
  @HttpCode(200)
  @ForOperators()
  @ApiOperation({
    operationId: 'resetPassword',
    summary: 'Reset a password',
    description:
      'Sets a generated password and ends the sessions of the account. The new password works at once from anywhere, even when failed logins had locked the account.',
  })
  @ApiAnswer(200, PersonWithPassword, 'The account with its new password, which is shown only once.')
  @ApiRefusal(404, ['ACCOUNT_NOT_FOUND'], 'The account does not exist.')
  @ApiEmptyBody()
  async resetPassword(@ThePerson() by: Person, @Param('id') id: string): Promise<PersonWithPassword> {
    const password = await this.people.resetPassword(id, by);
    return { person: await this.views.one(id), password };
  }
}
