import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentTenant, ForTenant, type PathTenant, Requires, TheCaller } from '#identity/access';
import { ValidPath, ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import {
  ListRegistrationsQuery,
  RegistrationList,
  RegistrationPath,
  RegistrationsPage,
  RegistrationsQuery,
} from '#domains/contract';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from '#domains/model';
import { RegistrationResult, RegistrationView } from '../contract.js';
import { FindRegistrations } from './find-registrations.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/registrations')
export class RegistrationsController {
  constructor(private readonly registrations: FindRegistrations) {}

  @Get(':domain')
  @Requires('sandbox.search')
  @ApiOperation({ summary: 'Get a registration', description: 'Returns the registration of a domain by the tenant.' })
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getRegistration(@TheCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath): Promise<RegistrationResult> {
    return this.registrations.result(caller, domain);
  }

  @Get()
  @Requires('sandbox.search')
  @ApiOperation({
    summary: 'List registrations',
    description: 'Returns the registrations of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, RegistrationList, 'A page of registrations.')
  listRegistrations(
    @TheCaller() caller: Caller,
    @ValidQuery() query: ListRegistrationsQuery,
  ): Promise<RegistrationList> {
    return this.registrations.list(caller, query);
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains')
export class RegistrationsPortalController {
  constructor(private readonly registrations: FindRegistrations) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List registered domains',
    description: 'Returns the registered domains of a tenant, newest first.',
  })
  @ApiAnswer(200, RegistrationsPage, 'A page of domains.')
  listDomains(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() query: RegistrationsQuery,
  ): Promise<RegistrationsPage> {
    return this.registrations.page(tenant, query);
  }

  @Get(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Get a registered domain',
    description: 'Returns the registration of a domain with the terms and prices of its renewal.',
  })
  @ApiAnswer(200, RegistrationView, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getDomain(@CurrentTenant() tenant: PathTenant, @ValidPath() { domain }: RegistrationPath): Promise<RegistrationView> {
    return this.registrations.view(tenant, domain);
  }
}
