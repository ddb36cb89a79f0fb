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
  @ApiOperation({ operationId: 'listPeople', summary: 'Everyone who has an account' })
  @ApiAnswer(200, PeopleView, 'By their addresses.')
  async list(): Promise<PeopleView> {
    return { people: await this.views.all() };
  }

  @Post()
  @HttpCode(201)
  @ForOperators()
  @ApiOperation({ operationId: 'openAccount', summary: 'Give somebody an account' })
  @ApiAnswer(201, PersonWithPassword, 'The account, with a password that is shown this once.')
  @ApiRefusal(404, ['TENANT_NOT_FOUND'], 'One of the tenants is not there.')
  @ApiRefusal(409, ['ACCOUNT_EXISTS'], 'The address has an account.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_EMAIL', 'TENANT_MISSING'], 'A field is broken.')
  @ApiBodyRefusals()
  async open(@ThePerson() by: Person, @ValidBody() request: NewPersonRequest): Promise<PersonWithPassword> {
    const { account, password } = await this.people.open(request, by);
    return { person: await this.views.view(account), password };
  }

  @Patch(':id')
  @ForOperators()
  @ApiOperation({
    operationId: 'changePerson',
    summary: 'Change what somebody may do',
    description: 'Ends their sessions; they log in again with their new rights.',
  })
  @ApiAnswer(200, PersonView, 'The person as they are now.')
  @ApiRefusal(404, ['ACCOUNT_NOT_FOUND', 'TENANT_NOT_FOUND'], 'There is no such account or tenant.')
  @ApiRefusal(409, ['LAST_OPERATOR'], 'Somebody must be left who can do everything.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'TENANT_MISSING'], 'A field is broken.')
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
    summary: 'Make a new password for somebody',
    description: 'Ends their sessions.',
  })
  @ApiAnswer(200, PersonWithPassword, 'The password is shown this once.')
  @ApiRefusal(404, ['ACCOUNT_NOT_FOUND'], 'There is no such account.')
  @ApiEmptyBody()
  async resetPassword(@ThePerson() by: Person, @Param('id') id: string): Promise<PersonWithPassword> {
    const password = await this.people.resetPassword(id, by);
    return { person: await this.views.one(id), password };
  }
}
