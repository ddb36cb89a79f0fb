import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, TheTenant } from '#identity/access';
import { ValidPath, ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { RegistrationPath, RegistrationsPage, RegistrationsQuery, RegistrationView } from './contract.js';
import { FindRegistrations } from './find-registrations.js';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from './model/errors.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains')
export class DomainsPortalController {
  constructor(private readonly registrations: FindRegistrations) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List registered domains',
    description: 'Returns the registered domains of a tenant, newest first.',
  })
  @ApiAnswer(200, RegistrationsPage, 'A page of domains.')
  listDomains(@TheTenant() tenant: PathTenant, @ValidQuery() query: RegistrationsQuery): Promise<RegistrationsPage> {
    return this.registrations.list(tenant, query);
  }

  @Get(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Get a registered domain',
    description: 'Returns the registration of a domain with the terms and prices of its renewal.',
  })
  @ApiAnswer(200, RegistrationView, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getDomain(@TheTenant() tenant: PathTenant, @ValidPath() { domain }: RegistrationPath): Promise<RegistrationView> {
    return this.registrations.get(tenant, domain);
  }
}
