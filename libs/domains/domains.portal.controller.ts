import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiRefusal, ForPeople, InTenant, type PathTenant, TheTenant, ValidQuery } from '#platform';
import { RegistrationsPage, RegistrationsQuery } from './contract.js';
import { FindRegistrations } from './find-registrations.js';

@ApiTags('World')
@Controller('portal/api/tenants/:tenant/domains')
export class DomainsPortalController {
  constructor(private readonly registrations: FindRegistrations) {}

  @Get()
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'listDomains', summary: 'The names that a tenant has registered' })
  @ApiAnswer(200, RegistrationsPage, 'The newest first.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A parameter is broken.')
  list(@TheTenant() tenant: PathTenant, @ValidQuery() query: RegistrationsQuery): Promise<RegistrationsPage> {
    return this.registrations.of(tenant.id, query);
  }
}
