import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, TheTenant } from '#access';
import { ValidQuery } from '#platform/http';
import { ApiAnswer } from '#platform/openapi';
import { RegistrationsPage, RegistrationsQuery } from './contract.js';
import { FindRegistrations } from './find-registrations.js';

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
    return this.registrations.list(tenant.id, query);
  }
}
